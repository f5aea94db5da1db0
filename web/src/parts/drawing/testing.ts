import type { ChartBar } from "@/api/generated";
import type { ChartFrame, Scale } from "@/plot/candles/viewport/frame";
import type { Frames } from "@/plot/candles/viewport/frame-context";
import { scaleOf } from "@/plot/candles/viewport/scale";

const VIEW = { x: { from: 0.5, to: 90.5 }, y: { from: 0, to: 1 } };
const PLOT = { left: 80, top: 60, width: 900, height: 400 };

/** Ten pixels a bar, four pixels a point: bar 1 is centred on x 85, price 5,000 is at the plot's foot, y 460. */
export const SCALE: Scale = scaleOf(VIEW, PLOT, { from: 5000, to: 5100 });

export function aBar(index: number, [open, high, low, close]: [number, number, number, number]): ChartBar {
  return {
    bar_number: index,
    session: "current",
    index,
    date: "2024-05-03",
    time: "2024-05-03T13:30:00Z",
    open,
    high,
    low,
    close,
    volume: 1,
    ema: null,
    ibs: 50,
    bar_range: high - low,
    avg_range: null,
    z_score_full: null,
    z_score_body: null,
    is_outside_bar: false,
    is_inside_bar: false,
    time_label: "9:30",
  };
}

export const FRAME: ChartFrame = {
  ...SCALE,
  day: {
    bars: [aBar(1, [5010, 5020, 5005, 5015]), aBar(10, [5050, 5060, 5040, 5045])],
    referenceLines: { hoy: null, loy: null, coy: null, gxh: null, gxl: null, open: 5010 },
    amaSignals: [],
    metadata: {
      currentDate: "2024-05-03",
      previousDate: null,
      totalBars: 2,
      amaEnabled: false,
      amaSignalCount: 0,
      kind: "full",
      reason: null,
      is_roll: false,
      contract: null,
      symbol: "ES",
      price_decimals: 2,
      tick: 0.25,
      adr10: 50,
    },
    navigation: null,
  },
  viewport: VIEW,
  width: 1060,
  height: 520,
};

/** A chart that rests. */
export const FRAMES: Frames = { now: () => FRAME, rested: () => FRAME, subscribe: () => () => {} };
