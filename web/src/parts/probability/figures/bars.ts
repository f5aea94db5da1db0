import type { Feature } from "@/api/generated";
import { closing } from "@/question/as-of";
import { DASH } from "@/question/figures/format";
import type { EdgeMark } from "./columns";

export const BARS = 81;

/** The three periods of the day as edges between bars, for the faint bands: the first and the last. */
export const PERIOD_BANDS = [
  [0, 27],
  [54, 81],
] as const;

/** Bars up to whose close "by then" and "still to come" are told. */
export const CHECKPOINTS = [6, 12, 18, 27, 54] as const;

const OPEN_MINUTES = 9 * 60 + 30;
const BAR_MINUTES = 5;

/** New York time at which a bar starts, as the chart writes it: bar 1 is 9:30, bar 49 is 1:30. */
export function clock(bar: number): string {
  const minutes = OPEN_MINUTES + Math.floor((bar - 1) * BAR_MINUTES);
  const hour = Math.floor(minutes / 60);
  return `${hour > 12 ? hour - 12 : hour}:${String(minutes % 60).padStart(2, "0")}`;
}

/** "7", "7.5": bar numbers are whole, a quantile may fall between two. */
export function formatBar(bar: number): string {
  return Number.isInteger(bar) ? String(bar) : bar.toFixed(1);
}

/** First bar of a range such as "13-24". */
export function firstBar(barRange: string): number {
  return Number.parseInt(barRange, 10);
}

/** "bar 7 (10:00)" */
export function barWithClock(bar: number | null): string {
  return bar === null ? DASH : `bar ${formatBar(bar)} (${clock(bar)})`;
}

const FULL_HOURS = [7, 19, 31, 43, 55, 67, 79];

/** Ticks where an hour begins, on an axis of so many bars; one shorter than the day names its ends too. */
export function hourMarks(last: number): EdgeMark[] {
  const hours = FULL_HOURS.filter((bar) => bar <= last).map((bar) => ({
    text: clock(bar),
    place: (100 * (bar - 1)) / last,
    isTick: true,
  }));
  return last === BARS
    ? hours
    : [{ text: clock(1), place: 0 }, ...hours, { text: `bar ${last}`, place: 100 }];
}

const HOURS = [10, 11, 12, 13, 14, 15, 16];

/** Ticks at the full hours on an axis of so many bars' closes; one shorter than the day names its ends. */
export function closeMarks(last: number): EdgeMark[] {
  const places = HOURS.map((hour) => ({
    hour,
    place: (100 * (60 * hour - OPEN_MINUTES)) / (BAR_MINUTES * last),
  }));
  const hours = places.filter(({ place }) => place < 100);
  const marks = hours.map(({ hour, place }) => ({ text: String(hour), place, isTick: true }));
  return last === BARS
    ? marks
    : [{ text: closing(0), place: 0 }, ...marks, { text: closing(last), place: 100 }];
}

/** Whether every session has the bar: an extreme, unlike an event, always comes. */
export function isOnEverySession({ business_logic }: Feature): boolean {
  const { value_format, value_range } = business_logic;
  return value_format === "bar" && (value_range?.min ?? 0) >= 1;
}
