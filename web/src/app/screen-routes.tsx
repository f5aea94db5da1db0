import { type ComponentType, type ReactNode, useEffect } from "react";
import { Navigate, Route } from "react-router";
import { useCatalogue, useChartsAllowed } from "@/api/catalogue";
import { chartViewed } from "@/kept/counters-slice";
import { lazyPart } from "@/kit/lazy-with-retry";
import { flags } from "@/lib/flags";
import { useAppDispatch } from "@/lib/state/hooks";
import { DashboardRoute } from "@/screens/dashboard/dashboard-route";
import { Loading } from "@/screens/dashboard/loading";
import { SCREENS, type Screen } from "@/screens/screens";

/** A route for each screen of the table. */
export const screenRoutes = SCREENS.map((screen) => (
  <Route key={screen.path} path={screen.path} element={elementOf(screen)} />
));

function elementOf({ path, part, load }: Screen): ReactNode {
  if (!load) return <DashboardRoute />;
  const Part = lazyPart(load);
  if (path === "/chart") return <ChartRoute Chart={Part} load={load} />;
  if (part !== "charts") return <Part />;
  return (
    <ChartsOnly>
      <Part />
    </ChartsOnly>
  );
}

/** The chart screen, each visit counted; `load` fetches its code while the tier is asked for. */
export function ChartRoute({ Chart, load }: { Chart: ComponentType; load: () => Promise<unknown> }) {
  const dispatch = useAppDispatch();
  const isAllowed = useChartsAllowed();
  useEffect(() => void (isAllowed && dispatch(chartViewed())), [dispatch, isAllowed]);
  useEffect(() => void (flags.charts && load().catch(() => null)), [load]);
  return (
    <ChartsOnly>
      <Chart />
    </ChartsOnly>
  );
}

/** A screen with candles: a build or a tier without charts has the dashboard in its place, as it has no tab. */
export function ChartsOnly({ children }: { children: ReactNode }) {
  const isAllowed = useChartsAllowed();
  const { isLoading, isUninitialized } = useCatalogue();
  if (isAllowed) return children;
  const isKnown = !flags.charts || !(isLoading || isUninitialized);
  return isKnown ? <Navigate to="/dashboard" replace /> : <Loading />;
}
