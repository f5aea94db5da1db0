import type { ReactNode } from "react";
import type { CandleChartHandle } from "@/charts/candles/candle-chart";
import type { ChartDay } from "@/charts/candles/day";

/** What an export needs of the chart it exports. */
export interface ChartExport {
  day: ChartDay;
  /** The active filters as the header names them, one text each. */
  filters: readonly string[];
  /** The chart as it is drawn now, without the drawings over it. */
  picture: CandleChartHandle["picture"];
}

/**
 * What other features put around the chart; they meet in app/chart-route.tsx. All is drawn inside `FrameContext`
 * (@/charts/candles/viewport/frame-context), `overlay` over the candles and as large as the chart (0,0 is its corner).
 * An overlay that takes a press for itself stops its propagation, else it pans the chart.
 */
export interface ChartSurroundings {
  rail?: ReactNode;
  overlay?: ReactNode;
  /** Panels are mounted while open. */
  amaSettings?: (close: () => void) => ReactNode;
  lineSettings?: (close: () => void) => ReactNode;
  exportChart?: (close: () => void, chart: ChartExport) => ReactNode;
  /** Why the Export button is disabled, or null. */
  exportDenied?: string | null;
}
