import { useEffect } from "react";
import { Navigate } from "react-router";
import { chartViewed } from "@/features/export/state/counters-slice";
import { flags } from "@/lib/flags";
import { useAppDispatch } from "@/lib/state/hooks";
import { lazyPart } from "@/lib/ui/lazy-with-retry";

const ChartScreen = lazyPart(() => import("./chart-screen"));

/** The chart screen, each visit counted; a build without charts has none. */
export function ChartRoute() {
  const dispatch = useAppDispatch();
  useEffect(() => void (flags.charts && dispatch(chartViewed())), [dispatch]);
  return flags.charts ? <ChartScreen /> : <Navigate to="/dashboard" replace />;
}
