import type { DayBars, DayBarsAnswer, DaysSort, Feature } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { sortWords } from "@/parts/days/order-words";
import { reachOf } from "@/plot/days/day-picture";

export const CAPTIONS = "Captions below each day";
/** That a bar's days alone are shown, and the way to all. */
export const showAll = (bar: string) => `${bar}: show all matching days`;

/** "412 days, page 2 of 18, by date, newest first" */
export function galleryTitle(
  { total, page, pages }: Pick<DayBarsAnswer, "total" | "page" | "pages">,
  sort: DaysSort,
  features: ReadonlyMap<string, Feature>,
): string {
  const place = pages > 1 ? `, page ${page} of ${pages}` : "";
  return `${countOf(total, "day")}${place}, ${sortWords(sort, features)}`;
}

/** How tall the pictures of a page are. */
export function scaleWords(days: readonly DayBars[]): string {
  const reach = reachOf(days);
  if (reach === null)
    return "The opening price is in the middle. No day has an ADR10, so each has its own scale.";
  return `Same scale on every picture: the opening price is in the middle, the edges are ${reach.toFixed(2)} ADR10 away.`;
}
