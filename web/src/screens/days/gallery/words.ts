import type { DayBars, DayBarsAnswer, DaysSort, Feature } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { reachOf } from "@/plot/days/day-picture";

export const DATE = "session_date";
export const CAPTIONS = "Captions below each day";
/** That a bar's days alone are shown, and the way to all. */
export const showAll = (bar: string) => `${bar}: show all matching days`;

/** "412 days, page 2 of 18, by date, newest first" */
export function galleryTitle(
  { total, page, pages }: Pick<DayBarsAnswer, "total" | "page" | "pages">,
  { column, descending }: DaysSort,
  features: ReadonlyMap<string, Feature>,
): string {
  const place = pages > 1 ? `, page ${page} of ${pages}` : "";
  const by = column === DATE || !column ? "date" : (features.get(column)?.displayName ?? column);
  return `${countOf(total, "day")}${place}, by ${by}, ${orderWords(column, descending === true).toLowerCase()}`;
}

export function orderWords(column: string | undefined, descending: boolean): string {
  if (column === DATE || !column) return descending ? "Newest first" : "Oldest first";
  return descending ? "Descending" : "Ascending";
}

/** How tall the pictures of a page are. */
export function scaleWords(days: readonly DayBars[]): string {
  const reach = reachOf(days);
  if (reach === null)
    return "The opening price is in the middle. No day has an ADR10, so each has its own scale.";
  return `Same scale on every picture: the opening price is in the middle, the edges are ${reach.toFixed(2)} ADR10 away.`;
}
