import type { ChartBar } from "@/api/generated";
import type { Level } from "../layers/levels";
import type { ChartFrame } from "./frame";

/** Part of a bar's place on the axis that a candle's body fills, and within which a pointer meets the bar. */
export const BODY_SHARE = 0.8;
const HALF_STROKE = 0.5;
/** Pixels from a reference line within which a pointer meets it. */
const LINE_REACH = 5;

/** How long a finger stays before it takes hold, and how far it may stray meanwhile, in pixels. */
export const HOLD_MS = 450;
export const STILL = 8;

export interface Point {
  x: number;
  y: number;
}

/** The bar whose place on the axis holds `x`, whether or not the pointer is on its candle. */
export function barUnder({ day, barAt }: ChartFrame, x: number): ChartBar | undefined {
  const index = Math.round(barAt(x));
  return day.bars.find((bar) => bar.index === index);
}

/** The bar whose candle the point meets: between its high and its low and within 80 % of its width. */
export function candleAt(frame: ChartFrame, { x, y }: Point): ChartBar | undefined {
  const bar = barUnder(frame, x);
  if (!bar || Math.abs(frame.barAt(x) - bar.index) > BODY_SHARE / 2) return undefined;
  const isWithin = y >= frame.yOf(bar.high) - HALF_STROKE && y <= frame.yOf(bar.low) + HALF_STROKE;
  return isWithin ? bar : undefined;
}

/** The reference line that a height meets: the nearest where there are several. */
export function levelAt(levels: readonly Level[], y: number): Level | undefined {
  const far = (level: Level) => Math.abs(level.y - y);
  return levels.filter((level) => far(level) <= LINE_REACH).toSorted((a, b) => far(a) - far(b))[0];
}

export function isInside({ plot }: ChartFrame, { x, y }: Point): boolean {
  return x >= plot.left && x <= plot.left + plot.width && y >= plot.top && y <= plot.top + plot.height;
}
