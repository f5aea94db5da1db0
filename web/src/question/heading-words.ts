import { baseName, DATE_RANGE, lagOf, lagWords } from "@/api/feature-names";
import { capitalise, countOf } from "@/lib/text/format";
import {
  asComparison,
  type Condition,
  type Filter,
  isGroup,
  isOfLists,
  listsOf,
  OPERATORS,
  type Scalar,
} from "./filters";
import { valueWords, type Worded, type WordedFeatures } from "./value-words";

/**
 * A filter as the heading of the chart words it, and the service's `filters_applied`: "Gap Fill (bar) ≤ Bar 24, by bar 30",
 * "(Gap Up equals True or Gap Size > 5 pts)".
 */
export function headingWords(filter: Filter, features: WordedFeatures): string {
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

/** "in the list gap and go", "not in one of the lists gap and go, textbook". */
const listWords = (condition: Condition) => `${listLead(condition)} ${listsOf(condition).join(", ") || "…"}`;

/** What of a condition on lists stands before their names. */
function listLead(condition: Condition): string {
  const what = listsOf(condition).length > 1 ? "one of the lists" : "the list";
  return `${OPERATORS[condition.operator].words} ${what}`;
}

function conditionWords(condition: Condition, feature: Worded | undefined): string {
  const { operator, value } = asComparison(condition);
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
