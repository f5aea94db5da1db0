import type { ChartBar } from "@/api/generated";
import type { LineSettings } from "../../settings/line-settings";
import { barsOf, type ChartDay, hasPrices } from "../day";
import type { Rect, Scale, Span, Viewport } from "./frame";
import { lengthOf, MOST_ZOOM, OPENING } from "./viewport";

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

/** A level farther from the bars than this part of their range is not fitted. */
const LEVEL_REACH = 0.25;

/**
 * Prices at the foot and top of the chart at rest: the current session with its EMA and the levels that are shown
 * and near it, padded by 5 % on both sides. A far level would squeeze the candles. Before its first bar, the session
 * before.
 *
 * Throws a RangeError where a bar's prices are no numbers.
 */
export function fittedPrices(day: ChartDay, lines: LineSettings): Span {
  if (!hasPrices(day)) throw new RangeError("a bar without prices cannot be drawn");
  const current = barsOf(day, "current");
  const bars = current.length > 0 ? current : day.bars;
  const around = spanOf(bars.flatMap(({ low, high, ema }) => [low, high, ema && ema > 0 ? ema : low]));
  const reach = lengthOf(around) * LEVEL_REACH;
  const near = lines.flatMap(({ key, visible }) => {
    const level = visible ? day.referenceLines[key] : null;
    return level && level >= around.from - reach && level <= around.to + reach ? [level] : [];
  });
  return padded(spanOf([around.from, around.to, ...near]));
}

/** The view with the prices of the bars in it, as far as the zoom goes; as it is where none is. */
export function fittedToBars({ x, y }: Viewport, day: ChartDay, fitted: Span): Viewport {
  const isSeen = ({ index }: ChartBar) => index >= x.from && index <= x.to;
  const seen = day.bars.filter(isSeen);
  if (seen.length === 0) return { x, y };
  const { from, to } = padded(spanOf(seen.flatMap(({ low, high }) => [low, high])));
  const middle = ((from + to) / 2 - fitted.from) / lengthOf(fitted);
  const half = Math.max((to - from) / lengthOf(fitted), 1 / MOST_ZOOM) / 2;
  return { x, y: { from: middle - half, to: middle + half } };
}

/**
 * The view for another day: zoomed prices move to the bars in view, and show more where those need more. Prices that
 * are not zoomed stay, since they are fitted to each day.
 */
export function followed(view: Viewport, day: ChartDay, fitted: Span): Viewport {
  const { x, y } = view;
  if (y.from === OPENING.y.from && y.to === OPENING.y.to) return view;
  const needed = fittedToBars(view, day, fitted).y;
  const room = lengthOf(y);
  if (lengthOf(needed) > room) return { x, y: needed };
  const from = Math.min(Math.max(y.from, needed.to - room), needed.from);
  return { x, y: { from, to: from + room } };
}

function spanOf(prices: readonly number[]): Span {
  return { from: Math.min(...prices), to: Math.max(...prices) };
}

function padded({ from, to }: Span): Span {
  const padding = (to - from || 1) * PADDING;
  return { from: from - padding, to: to + padding };
}

export function scaleOf(viewport: Viewport, plot: Rect, fitted: Span): Scale {
  const height = lengthOf(fitted);
  const { from, to } = viewport.y;
  return linearScale(plot, viewport.x, { from: fitted.from + from * height, to: fitted.from + to * height });
}

/** The scale of a plot whose edges are these bars and prices. */
export function linearScale(plot: Rect, bars: Span, prices: Span): Scale {
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
