import { createContext, useContext } from "react";
import type { ChartFrame } from "./frame";

/** The frame the candles were drawn in; null until the chart has a size and a day. */
export const FrameContext = createContext<ChartFrame | null>(null);

export function useChartFrame(): ChartFrame | null {
  return useContext(FrameContext);
}
