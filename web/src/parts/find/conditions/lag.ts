import { laggedName, lagOf, MOST_LAG } from "@/api/feature-names";
import { type Filter, isGroup } from "@/question/filters";

/** How many sessions before a text asks of, and what it asks of them. */
export interface Lagged {
  lag: number;
  rest: string;
}

const COUNTS = ["one", "two", "three", "four", "five"];
const DAYS_BEFORE = /\b(\d+|one|two|three|four|five)\s+(?:days?|sessions?)\s+(?:ago|before|earlier|back)\b/;
/** Yesterday's high, low and close are prices that today is compared with. */
const DAY_BEFORE =
  /\b(?:yesterday(?:'s)?|(?:the\s+)?(?:previous|prior|prev|last)\s+(?:day|session)(?:'s)?|(?:the\s+)?day\s+before|prev)(?![\w'])(?!\s+(?:high|low|close)\b)(?:\s+(?:was|had)\b)?/;
const AFTER = /^(?:the\s+)?(?:day\s+)?after\s+(?:an?\s+)?/;

/** The words for a session before in a text, null where it has none. */
export function lagIn(text: string): Lagged | null {
  const counted = DAYS_BEFORE.exec(text);
  const found = counted ?? DAY_BEFORE.exec(text) ?? AFTER.exec(text);
  if (!found) return null;
  const rest = text.replace(found[0], " ").replaceAll(/\s+/g, " ").trim();
  const [, count = "1"] = counted ?? [];
  return { lag: COUNTS.indexOf(count) + 1 || Number(count), rest };
}

/** Filters asked of so many sessions before; null where one of them asks of a session before already. */
export function asLagged(filters: readonly Filter[], lag: number): Filter[] | null {
  const names = filters.flatMap((filter) => (isGroup(filter) ? [] : filter.feature));
  const isTaken = names.length === filters.length && names.every((name) => lagOf(name) === 0);
  if (!isTaken || lag < 1 || lag > MOST_LAG) return null;
  return filters.flatMap((filter) =>
    isGroup(filter) ? [] : { ...filter, feature: laggedName(filter.feature, lag) },
  );
}
