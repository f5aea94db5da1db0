import type { DayBars } from "@/api/generated";

/** Left, top, width and height in whole pixels. */
export type Box = readonly [left: number, top: number, width: number, height: number];

export const PICTURE_LEVELS = ["hoy", "loy", "coy"] as const;
type PictureLevel = (typeof PICTURE_LEVELS)[number];

/** A day's candles and levels in whole pixels from the picture's corner. */
export interface DayPicture {
  width: number;
  height: number;
  /** The row of the day's open: the middle. */
  open: number;
  /** Levels that lie within the picture. */
  levels: { key: PictureLevel; row: number }[];
  candles: { isUp: boolean; wick: Box; body: Box }[];
}

interface Size {
  width: number;
  height: number;
}

/** Part of a bar's place that its body fills. */
const BODY_SHARE = 0.8;

/**
 * A day in a picture of whole pixels, bar 1 at its left edge and bar 81 at its right one. The open lies in the middle;
 * the uppermost row is `reach` ticks above it, the lowest `reach` below.
 */
export function dayPicture(day: DayBars, { width, height }: Size, reach: number): DayPicture {
  const middle = (height - 1) / 2;
  const rowOf = (ticks: number) => Math.round(middle - (middle * ticks) / reach);
  const spacing = width / day.c.length;
  const bodyWidth = oddBelow(BODY_SHARE * spacing);
  const box = (column: number, wide: number, from: number, to: number): Box => {
    const top = rowOf(Math.max(from, to));
    return [column - (wide - 1) / 2, top, wide, rowOf(Math.min(from, to)) - top + 1];
  };
  const candles = day.o.map((open, bar) => {
    const [high = open, low = open, close = open] = [day.h[bar], day.l[bar], day.c[bar]];
    const column = Math.floor((bar + 0.5) * spacing);
    return {
      isUp: close > open,
      wick: box(column, 1, low, high),
      body: box(column, bodyWidth, open, close),
    };
  });
  const levels = PICTURE_LEVELS.flatMap((key) => {
    const price = day[key];
    const ticks = price === null ? null : (price - day.open) / day.tick;
    return ticks === null || Math.abs(ticks) > reach ? [] : [{ key, row: rowOf(ticks) }];
  });
  return { width, height, open: rowOf(0), levels, candles };
}

/** An odd number of pixels, so that a body is centred on its wick. */
function oddBelow(width: number): number {
  return 2 * Math.max(0, Math.floor((width - 1) / 2)) + 1;
}

/** How far the days go from their opens at most, in ADR10; null where none of them has one. */
export function reachOf(days: readonly DayBars[]): number | null {
  const reaches = days.flatMap((day) => (day.adr10 === null ? [] : (farthest(day) * day.tick) / day.adr10));
  return reaches.length > 0 ? Math.max(...reaches) : null;
}

/** Half of a picture's height in ticks: `reach` ADR10, of a day without ADR10 as far as the day itself goes. */
export function ticksOf(day: DayBars, reach: number | null): number {
  const own = day.adr10 === null || reach === null ? farthest(day) : (reach * day.adr10) / day.tick;
  return Math.max(1, own);
}

function farthest({ h, l }: DayBars): number {
  return Math.max(...h, -Math.min(...l));
}
