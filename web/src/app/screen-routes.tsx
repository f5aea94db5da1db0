import { type ComponentType, useEffect } from "react";
import { Navigate, Route } from "react-router";
import { chartViewed } from "@/kept/counters-slice";
import { lazyPart } from "@/kit/lazy-with-retry";
import { flags } from "@/lib/flags";
import { useAppDispatch } from "@/lib/state/hooks";
import { DashboardRoute } from "@/screens/dashboard/dashboard-route";
import { SCREENS, type Screen } from "@/screens/screens";

/** A route for each screen of the table. */
export const screenRoutes = SCREENS.map((screen) => {
  const Part = componentOf(screen);
  return <Route key={screen.path} path={screen.path} element={<Part />} />;
});

function componentOf({ path, load }: Screen): ComponentType {
  if (!load) return DashboardRoute;
  const Part = lazyPart(load);
  return path === "/chart" ? () => <ChartRoute Chart={Part} /> : Part;
}

/** The chart screen, each visit counted; a build without charts has none. */
export function ChartRoute({ Chart }: { Chart: ComponentType }) {
  const dispatch = useAppDispatch();
  useEffect(() => void (flags.charts && dispatch(chartViewed())), [dispatch]);
  return flags.charts ? <Chart /> : <Navigate to="/dashboard" replace />;
}
