import type { QuizBars, QuizDay } from "@/api/generated";
import type { Prices } from "@/plot/candles/layers/candles";
import { apart } from "@/plot/candles/layers/levels";
import type { Rect, Scale, Span } from "@/plot/candles/viewport/frame";
import { linearScale } from "@/plot/candles/viewport/scale";
import type { Size } from "@/plot/candles/viewport/use-size";
import { closing } from "@/question/as-of";
import { inAdr, namedLevels } from "./words";

export const LAST_BAR = 81;
const BARS_PER_HOUR = 12;
const EVERY_BAR: Span = { from: 0.5, to: LAST_BAR + 0.5 };
const MARGIN = { top: 36, right: 44, bottom: 52, left: 48 };
/** In ADR10: what the picture leaves free about the last known close, and how far a level may lie off the rest. */
const ROOM = 0.5;
const LEVEL_REACH = 0.25;
const PADDING = 0.04;
const LABEL_SIZE = 12;
const CLOCK_ROOM = 40;

/** A day as it is drawn: the bars that are known, in ADR10 from the open, and how many of them were before the guess. */
export type Drawing = Pick<QuizDay, "as_of" | "adr10" | "levels"> & { bars: QuizBars };

/** Bars in ADR10 from the open. */
export function pricesOf({ o, h, l, c }: QuizBars, adr10: number): Prices[] {
  return c.map((close, at) => ({
    index: at + 1,
    open: (o[at] ?? 0) / adr10,
    high: (h[at] ?? 0) / adr10,
    low: (l[at] ?? 0) / adr10,
    close: close / adr10,
  }));
}

/** Bars 1 to 81 across; upright what is known, room for what may come, and the levels near it. */
export function scaleOf(day: Drawing, { width, height }: Size): Scale {
  const plot = {
    left: MARGIN.left,
    top: MARGIN.top,
    width: Math.max(1, width - MARGIN.left - MARGIN.right),
    height: Math.max(1, height - MARGIN.top - MARGIN.bottom),
  };
  return linearScale(plot, EVERY_BAR, spanOf(day));
}

function spanOf({ as_of, adr10, levels, bars }: Drawing): Span {
  const prices = pricesOf(bars, adr10);
  const close = prices[as_of - 1]?.close ?? 0;
  const from = Math.min(close - ROOM, ...prices.map(({ low }) => low));
  const to = Math.max(close + ROOM, ...prices.map(({ high }) => high));
  const near = namedLevels(levels)
    .map(({ ticks }) => ticks / adr10)
    .filter((level) => level >= from - LEVEL_REACH && level <= to + LEVEL_REACH);
  const [foot, top] = [Math.min(from, ...near), Math.max(to, ...near)];
  const padding = (top - foot) * PADDING;
  return { from: foot - padding, to: top + padding };
}

/** The levels within the plot as lines with their names moved apart, and in one text each those above and below. */
export function levelsOf({ levels, adr10 }: Drawing, scale: Scale) {
  const all = namedLevels(levels).map((level) => ({
    ...level,
    y: scale.yOf(level.ticks / adr10),
    fontSize: LABEL_SIZE,
  }));
  const { top, height } = scale.plot;
  const words = (beyond: typeof all, arrow: string) =>
    beyond.length === 0
      ? null
      : `${arrow} ${beyond.map(({ label, ticks }) => `${label} ${inAdr(ticks, adr10)}`).join(", ")}`;
  return {
    lines: apart(all.filter(({ y }) => y >= top && y <= top + height)),
    above: words(
      all.filter(({ y }) => y < top),
      "↑",
    ),
    below: words(
      all.filter(({ y }) => y > top + height),
      "↓",
    ),
  };
}

/** The bars that begin an hour of trading, with the time; every second one where room is short. */
export function hourTicks({ spacing, xOf }: Scale): { x: number; bar: number; time: string }[] {
  const every = BARS_PER_HOUR * (BARS_PER_HOUR * spacing < CLOCK_ROOM ? 2 : 1);
  return Array.from({ length: Math.ceil(LAST_BAR / every) }, (_, at) => {
    const bar = 1 + at * every;
    return { x: xOf(bar), bar, time: closing(bar - 1) };
  });
}

/** The part of the plot after bar `as_of`. */
export function restOf(as_of: number, { plot, xOf }: Scale): Rect {
  const left = xOf(as_of + 0.5);
  return { ...plot, left, width: plot.left + plot.width - left };
}
