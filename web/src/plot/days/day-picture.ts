import type { DayBars } from "@/api/generated";
import { apart } from "../candles/layers/levels";

/** Left, top, width and height in whole pixels. */
export type Box = readonly [left: number, top: number, width: number, height: number];

export const PICTURE_LEVELS = ["hoy", "loy", "coy"] as const;
type PictureLevel = (typeof PICTURE_LEVELS)[number];

/** A bar's boxes. */
export interface Candle {
  isUp: boolean;
  wick: Box;
  body: Box;
}

/** A day's candles and levels in whole pixels from the picture's corner. */
export interface DayPicture {
  /** Where the bars and the levels end, and their names begin. */
  width: number;
  height: number;
  /** The row of the day's open. */
  open: number;
  /** Levels that lie within the picture; `nameRow` keeps the names apart. */
  levels: { key: PictureLevel; row: number; nameRow: number }[];
  candles: Candle[];
  /** The mark of the event's bar, row by row; empty where none came. */
  mark: Box[];
  /** The column where what is known ends; null where all of it is. */
  known: number | null;
}

/** Bars in whole ticks from the open. */
export type Bars = Pick<DayBars, "o" | "h" | "l" | "c">;

/** The rows of a picture: the lowest and the uppermost one, in ticks from the open. */
export interface Rows {
  height: number;
  from: number;
  to: number;
}

interface Room extends Rows {
  width: number;
  /** The bar that the question's event came on; null where it did not, or there is none. */
  event: number | null;
  /** The last bar that was known; null sets none apart. */
  known: number | null;
  /** Pixels for each of the page's. */
  ratio: number;
}

/** Part of a bar's place that its body fills, and the width that it has wherever its place has that much. */
const BODY_SHARE = 0.8;
const BODY_WIDTH = 3;
const ALL_BARS = 81;

/** In pixels of the page: the room for names, from which width on it is kept, and the size of a name. */
const NAMES = 28;
const NAMED_FROM = 150;
export const NAME_SIZE = 10;
const MARK = 4;

/** A day in a picture of whole pixels, bar 1 at its left edge, and the levels' names beside bar 81. */
export function dayPicture(day: DayBars, { event, known, ratio, ...room }: Room): DayPicture {
  const { height, from, to } = room;
  const width = room.width - (room.width / ratio < NAMED_FROM ? 0 : NAMES * ratio);
  const rowOf = rowsOf(room);
  const candles = candlesOf(day, width, room);
  const levels = PICTURE_LEVELS.flatMap((key) => {
    const price = day[key];
    const ticks = price === null ? null : (price - day.open) / day.tick;
    return ticks === null || ticks < from || ticks > to ? [] : [{ key, y: rowOf(ticks) }];
  });
  const named = apart(levels.map((level) => ({ ...level, fontSize: NAME_SIZE * ratio }))).map(
    ({ key, y, textY }) => ({ key, row: y, nameRow: textY }),
  );
  const marked = event === null ? undefined : candles[event - 1];
  const mark = marked ? markOf(marked, room.width, ratio) : [];
  const column = known === null ? null : Math.round((known * width) / ALL_BARS);
  return { width, height, open: rowOf(0), levels: named, candles, mark, known: column };
}

/** Bars in whole pixels, each in its place of the day's 81. */
export function candlesOf({ o, h, l, c }: Bars, width: number, rows: Rows): Candle[] {
  const rowOf = rowsOf(rows);
  const spacing = width / ALL_BARS;
  const bodyWidth = Math.max(oddBelow(BODY_SHARE * spacing), spacing >= BODY_WIDTH ? BODY_WIDTH : 1);
  const box = (column: number, wide: number, from: number, to: number): Box => {
    const top = rowOf(Math.max(from, to));
    return [column - (wide - 1) / 2, top, wide, rowOf(Math.min(from, to)) - top + 1];
  };
  return o.map((open, bar) => {
    const [high = open, low = open, close = open] = [h[bar], l[bar], c[bar]];
    const column = Math.floor((bar + 0.5) * spacing);
    return { isUp: close > open, wick: box(column, 1, low, high), body: box(column, bodyWidth, open, close) };
  });
}

function rowsOf({ height, from, to }: Rows) {
  return (ticks: number) => Math.round(((height - 1) * (to - ticks)) / (to - from));
}

/** A triangle that points at a bar: from above, or from below where there is no room. At an edge it leans inwards. */
export function markOf({ wick: [column, top, , height] }: Candle, width: number, ratio = 1): Box[] {
  const size = MARK * ratio;
  const isAbove = top >= 2 * size;
  const tip = isAbove ? top - size / 2 : top + height + size / 2;
  return Array.from({ length: size }, (_, at) => {
    const row = Math.round(isAbove ? tip - at - 1 : tip + at);
    const wide = 2 * at + 1;
    return [Math.max(0, Math.min(column - at, width - wide)), row, wide, 1];
  });
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

/** A picture's edges in ticks: `reach` ADR10 about the open, of a day without ADR10 as far as the day itself goes. */
export function edgesOf(day: DayBars, reach: number | null): Pick<Rows, "from" | "to"> {
  const own = day.adr10 === null || reach === null ? farthest(day) : (reach * day.adr10) / day.tick;
  const to = Math.max(1, own);
  return { from: -to, to };
}

/** The edges of a picture that holds its own day and no more. */
export function ownEdges({ h, l }: Bars): Pick<Rows, "from" | "to"> {
  const from = Math.min(0, ...l);
  return { from, to: Math.max(from + 1, ...h) };
}

function farthest({ h, l }: DayBars): number {
  return Math.max(...h, -Math.min(...l));
}
