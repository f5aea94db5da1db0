import { barsOf, type ChartDay, hasPrices } from "../day";
import type { Rect, Scale, Span, Viewport } from "./frame";
import { lengthOf } from "./viewport";

/** Around the plot, in pixels (spec/chart.md section 2). */
export const MARGINS = { top: 60, bottom: 60, left: 80, right: 80 } as const;
const PADDING = 0.05;
/** Sides of margin on a screen too narrow for the full one. */
const NARROW = { width: 600, left: 60, right: 12 };

/** The plot within a chart of this size, at least one pixel each way. */
export function plotOf(width: number, height: number): Rect {
  const { left, right } = width < NARROW.width ? NARROW : MARGINS;
  return {
    left,
    top: MARGINS.top,
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - MARGINS.top - MARGINS.bottom),
  };
}

/**
 * Prices at the foot and top of the chart at rest: the current session with its EMA and every reference level,
 * shown or not, so that hiding a line moves nothing. Padded by 5 % on both sides.
 *
 * Throws a RangeError where a bar's prices are no numbers.
 */
export function fittedPrices(day: ChartDay): Span {
  if (!hasPrices(day)) throw new RangeError("a bar without prices cannot be drawn");
  const bars = barsOf(day, "current");
  const levels = Object.values(day.referenceLines).filter((level) => level !== null);
  const beside = [...levels, ...bars.map(({ ema }) => ema ?? 0)].filter((price) => price > 0);
  const low = Math.min(...bars.map((bar) => bar.low), ...beside);
  const high = Math.max(...bars.map((bar) => bar.high), ...beside);
  const padding = (high - low || 1) * PADDING;
  return { from: low - padding, to: high + padding };
}

export function scaleOf(viewport: Viewport, plot: Rect, fitted: Span): Scale {
  const bars = viewport.x;
  const prices = {
    from: fitted.from + viewport.y.from * lengthOf(fitted),
    to: fitted.from + viewport.y.to * lengthOf(fitted),
  };
  const foot = plot.top + plot.height;
  const spacing = plot.width / lengthOf(bars);
  const perPoint = plot.height / lengthOf(prices);
  return {
    plot,
    prices,
    bars,
    spacing,
    barAt: (x) => bars.from + (x - plot.left) / spacing,
    priceAt: (y) => prices.from + (foot - y) / perPoint,
    xOf: (index) => plot.left + (index - bars.from) * spacing,
    yOf: (price) => foot - (price - prices.from) * perPoint,
  };
}
