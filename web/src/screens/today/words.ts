import { baseName, lagOf } from "@/api/feature-names";
import type { Feature, KnownFeature, NextAnswer } from "@/api/generated";
import { barWords, closing } from "@/question/as-of";
import { cellText } from "@/question/cell-text";
import { withUnit } from "@/question/figures/format";
import { type Filter, isGroup } from "@/question/filters";
import { valueWords, type WordedFeatures } from "@/question/value-words";

export const DAYS_LIKE_BY = "Days like it by";
export const FOLLOWED_ON_LIKE = "What followed on days like it";
export const FOLLOWED_ON_ALL = "What followed on all days";

/** Bars of a half day: it closes at 13:15. */
const HALF_DAY_BARS = 45;

const days = new Intl.DateTimeFormat("en-US", {
  ...{ weekday: "long", day: "numeric", month: "long", year: "numeric" },
  timeZone: "UTC",
});
const shortDays = new Intl.DateTimeFormat("en-US", {
  ...{ weekday: "short", day: "numeric", month: "short" },
  timeZone: "UTC",
});
const clock = new Intl.DateTimeFormat("en-US", {
  ...{ hour: "numeric", minute: "2-digit", hourCycle: "h23" },
  timeZone: "America/New_York",
});

function inOrder(format: Intl.DateTimeFormat, iso: string): string {
  const parts = new Map(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return (["weekday", "day", "month", "year"] as const).flatMap((part) => parts.get(part) ?? []).join(" ");
}

/** "Friday 27 November 2026" */
const sessionName = (iso: string) => inOrder(days, iso);

/** "Friday 27 November 2026, half day: closes at 13:15" */
export function sessionWords({ session_date, is_short }: NextAnswer): string {
  const half = is_short ? `, half day: closes at ${closing(HALF_DAY_BARS)}` : "";
  return sessionName(session_date) + half;
}

/** "The numbers typed for NQ, Friday 27 November 2026 were left out.", with the instrument where it is another. */
export function leftWords(left: string, { symbol }: NextAnswer): string {
  const [day = "", of = symbol] = left.split(" ");
  return `The numbers typed for ${of === symbol ? "" : `${of}, `}${sessionName(day)} were left out.`;
}

/** Where the numbers come from: "From the feed at 9:47, bar 3, 9:45". */
export function sourceWords({ source, at, as_of, last_session, is_stale }: NextAnswer): string {
  if (source === "night") return `From the night after ${inOrder(shortDays, last_session)}`;
  if (source === "typed") return `With the numbers you typed: known up to ${barWords(as_of)}`;
  const read = at === null ? "" : ` at ${clock.format(at * 1000).replace(/^0/, "")}`;
  const bar = as_of < 0 ? ", before the open" : `, ${barWords(as_of)}`;
  return `From the feed${read}${bar}${is_stale ? ": stale, nothing newer came" : ""}`;
}

/** A price in points, to the tick. */
export function priceText(price: number | null, tick: number): string {
  if (price === null) return "–";
  const decimals = Math.min(8, Math.max(2, String(tick).split(".")[1]?.length ?? 0));
  return price.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** What a chip is called: the feature's name without a day before, which its group says. */
export const knownName = ({ feature }: KnownFeature, features: WordedFeatures) =>
  features.get(baseName(feature))?.displayName ?? baseName(feature);

/** A value in words, with its unit: "31.20%", "Full up", "True"; an event so far: "Bar 6", "Not by bar 12". */
export function knownValue({ value, filter, since }: KnownFeature, feature: Feature): string {
  if (value === null) return `By bar ${since}`;
  if (value === 0 && filter?.by_bar !== undefined) return `Not by bar ${filter.by_bar}`;
  const text = cellText(feature, value);
  return typeof value === "number" ? withUnit(text, feature.metadata.unit) : text;
}

/** "larger than on 71% of days", "on 23% of days"; null where that is not known. */
export function rarityWords({ rank, share }: Pick<KnownFeature, "rank" | "share">): string | null {
  if (rank !== null) return `larger than on ${percentText(rank)} of days`;
  return share === null ? null : `on ${percentText(share)} of days`;
}

/** "71%": whole percents, and a small share is not 0, nor almost all 100. */
function percentText(share: number): string {
  const percent = Math.round(100 * share);
  if (percent === 0 && share > 0) return "less than 1%";
  return percent === 100 && share < 1 ? "more than 99%" : `${percent}%`;
}

/** A chip's condition, where that is more than its value: "25 to 50%", "under 25%", "any bar", "by bar 12". */
export function conditionWords(filter: Filter, feature: Feature): string | null {
  if (isGroup(filter)) return null;
  const { operator, value, by_bar } = filter;
  const worded = (text: string) => withUnit(text, feature.metadata.unit);
  if (operator === "range" && Array.isArray(value)) {
    const ends = value.map((end) => (end === null ? "…" : valueWords(end, feature)));
    return worded(ends.join(" to "));
  }
  if (typeof value !== "number") return null;
  if (operator === "<") return `under ${worded(valueWords(value, feature))}`;
  if (operator !== ">=") return null;
  if (by_bar !== undefined) return `by bar ${by_bar}`;
  const isBar = feature.business_logic.value_format === "bar";
  return isBar ? "any bar" : `${worded(valueWords(value, feature))} or more`;
}

export type Group = "before" | "open" | "so_far" | "yesterday";

/** The group of chips that a feature belongs to. */
export function groupOf({ feature, since }: KnownFeature): Group {
  if (lagOf(feature) > 0) return "yesterday";
  if (since < 0) return "before";
  return since === 0 ? "open" : "so_far";
}
