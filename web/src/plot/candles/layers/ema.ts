import type { ChartBar } from "@/api/generated";
import type { ChartDay } from "../day";

/** A point of the EMA line: bar index and price. */
export type EmaPoint = readonly [index: number, price: number];

/**
 * The EMA as unbroken pieces: a piece ends where the indices of two bars are more than 1 apart, and on a roll
 * session between the sessions, where the average starts again. Averages that are not above 0 are left out.
 */
export function emaSegments({ bars, metadata }: Pick<ChartDay, "bars" | "metadata">): EmaPoint[][] {
  const segments: EmaPoint[][] = [];
  let last: ChartBar | null = null;
  for (const bar of bars) {
    if (bar.ema === null || !(bar.ema > 0)) continue;
    const isRoll = metadata.is_roll && last?.session !== bar.session;
    if (!last || bar.index - last.index > 1 || isRoll) segments.push([]);
    segments.at(-1)?.push([bar.index, bar.ema]);
    last = bar;
  }
  return segments;
}

const WATCHED_BAR = 65;

/** What is odd about a day's EMA, for the console; nothing of it keeps the chart from being drawn. */
export function emaWarnings(day: ChartDay): string[] {
  const points = emaSegments(day);
  const gaps = points.slice(1).flatMap((segment, i) => {
    const [from, to] = [points[i]?.at(-1)?.[0], segment[0]?.[0]];
    return from !== undefined && to !== undefined && to - from > 1
      ? [`EMA gap between ${from} and ${to}`]
      : [];
  });
  const missing = day.bars.filter((bar) => bar.ema === null).map((bar) => bar.index);
  return [
    ...(missing.length > 0 ? [`no EMA at index ${missing.join(", ")}`] : []),
    ...gaps,
    ...(lacksWatchedBar(day) ? [`bar ${WATCHED_BAR} is not drawn`] : []),
  ];
}

function lacksWatchedBar({ bars, metadata, knownTo = WATCHED_BAR }: ChartDay): boolean {
  const isFull = metadata.kind === "full" && bars.length > 0 && knownTo >= WATCHED_BAR;
  return isFull && !bars.some((bar) => bar.session === "current" && bar.bar_number === WATCHED_BAR);
}
