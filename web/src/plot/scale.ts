import type { ColumnsModel } from "./columns";

/** A drawing's y scale: its top, its labelled values, and the columns that are cut at the top. */
export interface Scale {
  top: number;
  ticks: readonly number[];
  cut: readonly { value: number; index: number }[];
}

/** So many times as high as the rest a column dwarfs it; fewer columns are readable as they are. */
const DWARFS = 2.5;
const FEWEST = 6;
/** What is left above the rest for the mark of a cut column. */
const ROOM = 1.25;

/**
 * A column that dwarfs all others is cut, or two that are far from the rest, so that the others can be read. The line of
 * the other days gets the same room above the columns at most, and leaves the drawing beyond it.
 */
export function scaleOf({ columns, others, unit }: ColumnsModel): Scale {
  const heights = columns.map(({ value }) => value);
  const highest = Math.max(0, ...heights);
  const whole = belowSpikes(heights);
  const most = Math.max(highest, ...(others ?? []));
  // Never 0: an axis from 0 to 0 would put empty columns at mid-height.
  const top = Math.min(whole * ROOM, most) || most || 1;
  return {
    top,
    ticks: ticksTo(whole).filter((tick) => unit === "%" || Number.isInteger(tick)),
    cut: columns.flatMap(({ value }, index) => (value > top ? { value, index } : [])),
  };
}

/** The highest below the spikes; the highest of all where there is none. */
function belowSpikes(heights: readonly number[]): number {
  const places = heights.map((_, place) => place).toSorted((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0));
  const [first = 0, second = 0, third = 0] = places.map((place) => heights[place] ?? 0);
  const isApart = Math.abs((places[0] ?? 0) - (places[1] ?? 0)) > 1;
  if (heights.length < FEWEST) return first;
  if (second > 0 && first > DWARFS * second) return second;
  return isApart && third > 0 && second > DWARFS * third ? third : first;
}

/** Two to four round values up to the highest. */
function ticksTo(highest: number): number[] {
  if (highest <= 0) return [];
  const power = 10 ** Math.floor(Math.log10(highest / 2));
  const step = [5, 2, 1].map((factor) => factor * power).find((size) => size <= highest / 2) ?? power;
  const count = Math.floor(highest / step);
  return Array.from({ length: count }, (_, index) => Number(((index + 1) * step).toPrecision(3)));
}
