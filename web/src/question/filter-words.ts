import { baseName, DATE_RANGE, featureName, lagOf, lagWords } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { asRead, capitalise, countOf, formatDate } from "@/lib/text/format";
import {
  type Condition,
  conditionsIn,
  type Filter,
  isGroup,
  isOfLists,
  listsOf,
  OPERATORS,
  oneEnded,
  type Scalar,
} from "./filters";

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10 });

/** What is read of a feature to word its values. */
export type Worded = Pick<Feature, "displayName" | "metadata" | "business_logic" | "ui_schema">;

/**
 * A value as cards, lists, the chart and files word it: bars by number, 0 as no event, labels by name, dates as
 * MM/dd/yyyy, numbers with thousands parted.
 */
export function valueWords(value: Scalar, feature: Worded | undefined): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return textWords(value, feature);
  if (feature?.business_logic.value_format === "bar") return value === 0 ? "No Event" : `Bar ${value}`;
  return asRead(numbers.format(value));
}

function textWords(value: string, feature: Worded | undefined): string {
  const { enum: values, labels } = feature?.ui_schema.filter_component.validation ?? {};
  const at = values?.indexOf(value) ?? -1;
  if (at >= 0) return labels?.[at] ?? capitalise(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value;
}

/** The features that filters are on, by name. */
export type WordedFeatures = Pick<ReadonlyMap<string, Worded>, "get">;

/**
 * A filter as every screen words it, and the service's `filters_applied`: "Gap Fill (bar) ≤ Bar 24, by bar 30",
 * "(Gap Up equals True or Gap Size > 5 pts)".
 */
export function filterWords(filter: Filter, features: WordedFeatures): string {
  if (!isGroup(filter)) return memberWords(filter, features);
  const members = filter.of.length > 0 ? filter.of.map((member) => memberWords(member, features)) : ["…"];
  if (filter.kind === "at_least") return `at least ${filter.count ?? "…"} of (${members.join(", ")})`;
  const any = `(${members.join(" or ")})`;
  return filter.kind === "any_of" ? any : `not ${any}`;
}

function memberWords(filter: Condition, features: WordedFeatures): string {
  if (isOfLists(filter)) return listWords(filter);
  const base = baseName(filter.feature);
  const feature = features.get(base);
  const given = base === DATE_RANGE ? "Date Range" : capitalise(base);
  const name = (feature?.displayName ?? given) + lagWords(lagOf(filter.feature));
  const known = filter.by_bar === undefined ? "" : `, by bar ${filter.by_bar}`;
  const first = filter.first_in === undefined ? "" : `, first time in ${countOf(filter.first_in, "day")}`;
  return `${name} ${conditionWords(filter, feature)}${unitOf(filter, feature)}${known}${first}`;
}

/** What messages call the conditions of filters: their features, or the lists they are on. */
export function conditionNames(filters: readonly Filter[], features: readonly Feature[]): string[] {
  return filters
    .flatMap(conditionsIn)
    .map((each) => (isOfLists(each) ? listWords(each) : featureName(each.feature, features)));
}

/** "in the list gap and go", "not in one of the lists gap and go, textbook". */
const listWords = (condition: Condition) => `${listLead(condition)} ${listsOf(condition).join(", ") || "…"}`;

/** What of a condition on lists stands before their names. */
export function listLead(condition: Condition): string {
  const what = listsOf(condition).length > 1 ? "one of the lists" : "the list";
  return `${OPERATORS[condition.operator].words} ${what}`;
}

function conditionWords(condition: Condition, feature: Worded | undefined): string {
  const { operator, value } = oneEnded(condition) ?? condition;
  const say = (part: Scalar | null) => (part === null ? "…" : valueWords(part, feature));
  const { takes, words } = OPERATORS[operator];
  const all = [value].flat();
  const parts = takes === "value" || all.length === 0 ? [all[0] ?? null] : all;
  const joined = parts.map(say).join(takes === "range" ? " to " : ", ");
  return operator === "range" ? joined : `${words} ${joined}`;
}

/** The unit of numbers whose feature's name does not say it. */
function unitOf({ value }: Condition, feature: Worded | undefined): string {
  const unit = feature?.metadata.unit ?? "";
  const isNumber = [value].flat().some((part) => typeof part === "number");
  if (!isNumber || unit === "" || feature?.displayName.includes(unit)) return "";
  return unit === "%" ? unit : ` ${unit}`;
}
