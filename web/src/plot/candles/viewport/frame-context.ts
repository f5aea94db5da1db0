import { createContext, useContext, useSyncExternalStore } from "react";
import type { ChartFrame } from "./frame";

/** The frames the candles are drawn in, one after another. */
export interface Frames {
  now: () => ChartFrame;
  /** The last one in which the view rested. */
  rested: () => ChartFrame;
  subscribe: (listener: () => void) => () => void;
}

/** Null until the chart has a size and a day. */
export const FrameContext = createContext<Frames | null>(null);

const unheard = () => () => undefined;

/** The frame the candles are drawn in; for what shows nothing, `atRest`, only the one in which the view rests. */
export function useChartFrame(atRest = false): ChartFrame | null {
  const frames = useContext(FrameContext);
  const read = atRest ? frames?.rested : frames?.now;
  return useSyncExternalStore(frames?.subscribe ?? unheard, () => read?.() ?? null);
}
