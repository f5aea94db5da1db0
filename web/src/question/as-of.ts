import { lagOf } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { applied, type Condition, conditionsIn, type Filter, isGroup, isOfLists } from "./filters";

/** As of when the page asks: `day` (all is known), `pre` and `open` (before and at the open), `b12` (its close). */
export type AsOf = string;

export const WHOLE_DAY: AsOf = "day";
const LAST_BAR = 80;
const USUAL = [6, 12, 18, 27, 54];

const OPEN_MINUTES = 9 * 60 + 30;

/** New York time at which a bar closes, as the service writes it: bar 12 at 10:30, bar 54 at 14:00. */
export function closing(bar: number): string {
  const minutes = OPEN_MINUTES + 5 * bar;
  const hour = Math.floor(minutes / 60);
  return `${hour}:${String(minutes % 60).padStart(2, "0")}`;
}

/** The last bar that is known, as the API has it: -1 before the open, 0 at it; null on a whole day, or where it is none. */
export function barOf(asOf: AsOf): number | null {
  if (asOf === "pre") return -1;
  if (asOf === "open") return 0;
  const bar = /^b[1-9]\d?$/.test(asOf) ? Number(asOf.slice(1)) : null;
  return bar !== null && bar <= LAST_BAR ? bar : null;
}

/** As of when, from the last bar that is known; after the last one the whole day is. */
export function asOfAt(bar: number): AsOf {
  if (bar > LAST_BAR) return WHOLE_DAY;
  if (bar < 0) return "pre";
  return bar === 0 ? "open" : `b${bar}`;
}

export const isAsOf = (text: unknown): text is AsOf =>
  typeof text === "string" && (text === WHOLE_DAY || barOf(text) !== null);

/** What a call is told; nothing on a whole day. */
export function asOfArg(asOf: AsOf): { as_of?: number } {
  const bar = barOf(asOf);
  return bar === null ? {} : { as_of: bar };
}

/** What stands for it in the text of a question, as Date_Range does for the dates. */
export const AS_OF = "As_Of";

export function asOfEntry(asOf: AsOf): Filter[] {
  return barOf(asOf) === null ? [] : [{ feature: AS_OF, operator: "=", value: asOf }];
}

/** "before the open", "the open, 9:30", "bar 12, 10:30". */
export function barWords(bar: number): string {
  if (bar < 0) return "before the open";
  return `${bar === 0 ? "the open" : `bar ${bar}`}, ${closing(bar)}`;
}

/** `barWords` of a bar, or "the whole day". */
export function asOfWords(asOf: AsOf): string {
  const bar = barOf(asOf);
  return bar === null ? "the whole day" : barWords(bar);
}

const barChoice = (bar: number) => ({ value: `b${bar}`, label: `Bar ${bar}, ${closing(bar)}` });

/** The whole day, and the seven times that have a name. */
export const NAMED_TIMES: { value: AsOf; label: string }[] = [
  { value: WHOLE_DAY, label: "Whole day" },
  { value: "pre", label: "Before open" },
  { value: "open", label: "At the open" },
  ...USUAL.map(barChoice),
];

/** Every bar that is none of them. */
export const OTHER_BARS = Array.from({ length: LAST_BAR }, (_, at) => at + 1)
  .filter((bar) => !USUAL.includes(bar))
  .map(barChoice);

/** Whether a feature, or a filter on it, is certain as of a bar; the service judges alike. */
export function isKnown(
  { known_at, known_at_bar, by_bar_safe }: Feature,
  bar: number,
  byBar?: number,
): boolean {
  if (bar < 0) return known_at === "pre";
  return (by_bar_safe && byBar !== undefined ? byBar : known_at_bar) <= bar;
}

type Features = ReadonlyMap<string, Feature>;

/** The days of a list were chosen with the whole day in sight. */
function isUnknown(condition: Condition, features: Features, bar: number): boolean {
  const { feature, by_bar } = condition;
  if (isOfLists(condition)) return true;
  const definition = lagOf(feature) > 0 ? undefined : features.get(feature);
  return definition !== undefined && !isKnown(definition, bar, by_bar);
}

/** The filters that are not certain as of a bar, groups of which a condition is not among them. */
export function unknownAsOf(filters: readonly Filter[], features: Features, bar: number | null): Filter[] {
  if (bar === null) return [];
  return filters.filter((filter) => conditionsIn(filter).some((each) => isUnknown(each, features, bar)));
}

/** From which bar on each of some filters can be asked by a bar instead: that on which its event can come; null for never. */
export function canBeCutFrom(filters: readonly Filter[], features: Features, bar: number): number | null {
  const unknown = filters.flatMap(conditionsIn).filter((each) => isUnknown(each, features, bar));
  const firsts = unknown.map(({ feature }) => {
    const definition = features.get(feature);
    return definition?.by_bar_safe ? definition.resolves_from : Number.POSITIVE_INFINITY;
  });
  const first = Math.max(1, ...firsts);
  return first <= LAST_BAR ? first : null;
}

/** A filter that asks by a bar what is not certain as of it. */
export function cutBy(filter: Filter, features: Features, bar: number): Filter {
  const cut = (each: Condition) => (isUnknown(each, features, bar) ? { ...each, by_bar: bar } : each);
  return isGroup(filter) ? applied({ ...filter, of: filter.of.map(cut) }) : cut(filter);
}
