import { DATE_RANGE, DAY_LIST } from "@/api/feature-names";
import type { FilterCondition, FilteredRequest } from "@/api/generated";
import { sameJson } from "@/lib/storage/json";

export type Operator = FilterCondition["operator"];
export type Scalar = boolean | number | string;
export type FilterValue = Scalar | null | (Scalar | null)[];

interface Pending {
  /** The active filter that goes once this one is applied, where it is another than the one of the same id. */
  replaces?: string;
  /** Its choice was taken back: the active filter of its id goes once this one is applied. */
  removed?: true;
}

/** A condition on one feature, as its card holds it: `value` may still lack a part (see `isComplete`). */
export interface Condition extends Pending {
  /** The feature's name; `_prev` or `_prev2` to `_prev5` behind it asks of a session before. */
  feature: string;
  operator: Operator;
  value: FilterValue;
  by_bar?: number;
  /** The condition holds, and held on none of so many sessions before. */
  first_in?: number;
  /** What stands in a field of the card and is no number there; the filter waits for it. */
  unread?: Unread;
}

export type GroupKind = "any_of" | "none_of" | "at_least";

/** Conditions that are asked together: any of them, none of them, or at least `count` of them. */
export interface Group extends Pending {
  id: string;
  kind: GroupKind;
  /** Only where the kind is `at_least`. */
  count?: number;
  of: Condition[];
}

/** The days shown match every filter. */
export type Filter = Condition | Group;

/** The texts of fields that hold no number, by field. */
export type Unread = { [field in "value" | "low" | "high" | "by_bar" | "first_in"]?: string | undefined };

export const isGroup = (filter: Filter): filter is Group => "of" in filter;

/** By this a filter is known in every list: a condition by its feature, a group by its own id. */
export const idOf = (filter: Filter) => (isGroup(filter) ? filter.id : filter.feature);

/** A group's conditions, or the condition itself. */
export const conditionsIn = (filter: Filter): readonly Condition[] =>
  isGroup(filter) ? filter.of : [filter];

/** The features that a filter asks, with what stands behind their names for a session before. */
export const featuresIn = (filter: Filter): string[] => conditionsIn(filter).map(({ feature }) => feature);

export type FilterStatus = "none" | "pending" | "active" | "modified";

/** An operator on the page: its words, what its input takes, and whether only numbers and dates are in its order. */
interface OperatorRule {
  words: string;
  takes: "value" | "range" | "list";
  isOrder?: true;
}

/** Every operator; the kinds that answer one, and its comparison, are the service's (`core/contracts/operators.py`). */
export const OPERATORS: Record<Operator, OperatorRule> = {
  "=": { words: "equals", takes: "value" },
  "!=": { words: "not equals", takes: "value" },
  ">": { words: ">", takes: "value", isOrder: true },
  "<": { words: "<", takes: "value", isOrder: true },
  ">=": { words: "≥", takes: "value", isOrder: true },
  "<=": { words: "≤", takes: "value", isOrder: true },
  range: { words: "range", takes: "range", isOrder: true },
  in: { words: "in", takes: "list" },
  not_in: { words: "not in", takes: "list" },
};

export const ALL_OPERATORS = Object.keys(OPERATORS) as Operator[];

export const isListOperator = (operator: Operator) => OPERATORS[operator].takes === "list";
export const isRangeOperator = (operator: Operator) => OPERATORS[operator].takes === "range";

export function isEmpty(value: FilterValue): boolean {
  if (Array.isArray(value)) return value.every((part) => part === null || part === "");
  return value === null || value === "";
}

/** A session's last bar of five minutes. */
export const LAST_BAR = 81;
/** A condition may be the first in so many sessions. */
export const MOST_FIRST_IN = 20;
const LARGEST = 1e12;

/** Why a filter cannot be sent yet, or null where it can. */
export function incompleteReason(filter: Filter): string | null {
  if (filter.removed) return null;
  if (isGroup(filter)) return groupReason(filter);
  if (isOfLists(filter) && isEmpty(filter.value)) return "choose a list";
  return unreadReason(filter) ?? lackReason(filter);
}

function groupReason({ of, kind, count }: Group): string | null {
  if (of.length === 0) return "add a condition";
  const reason = of.map(incompleteReason).find((each) => each !== null);
  if (reason !== undefined) return reason;
  if (of.some((each, at) => of.slice(0, at).some((other) => sameCondition(each, other))))
    return "two conditions ask the same";
  if (kind !== "at_least" || (count !== undefined && count >= 1 && count <= of.length)) return null;
  return `at least takes 1 to ${of.length}`;
}

function unreadReason({ unread = {}, value }: Condition): string | null {
  const { by_bar, first_in, ...texts } = unread;
  const [text] = Object.values(texts);
  if (text !== undefined) return `“${shortened(text)}” is not a number`;
  if (by_bar !== undefined) return `by bar takes 1 to ${LAST_BAR}`;
  if (first_in !== undefined) return `first time in takes 1 to ${MOST_FIRST_IN} days`;
  const parts = Array.isArray(value) ? value : [value];
  const isTooLarge = parts.some((part) => typeof part === "number" && Math.abs(part) > LARGEST);
  return isTooLarge ? "numbers go to 1,000,000,000,000" : null;
}

const shortened = (text: string) => (text.length > 12 ? `${text.slice(0, 12)}…` : text);

function lackReason({ operator, value }: Condition): string | null {
  if (isListOperator(operator)) return isEmpty(value) ? "choose at least one value" : null;
  if (isEmpty(value)) return "choose a value";
  if (!isRangeOperator(operator) || oneEnded({ operator, value })) return null;
  const [low = null, high = null] = Array.isArray(value) ? value : [];
  if (low === null || high === null) return "a range needs both ends";
  return low > high ? "lower end above upper" : null;
}

type Comparison = Pick<Condition, "operator" | "value">;

/** A condition without a range of one end. */
export const asComparison = (condition: Condition): Condition => ({ ...condition, ...oneEnded(condition) });

/** A range with one number asks for that or more, or that or less; null where it is no such range. */
export function oneEnded({ operator, value }: Comparison): (Comparison & { value: number }) | null {
  if (operator !== "range" || !Array.isArray(value)) return null;
  const [low = null, high = null] = value;
  if (typeof low === "number" && high === null) return { operator: ">=", value: low };
  if (typeof high === "number" && low === null) return { operator: "<=", value: high };
  return null;
}

/** What stands beside a filter's fields: what it lacks, that it goes, or how its one number is read; else null. */
export function stateWords(filter: Filter): string | null {
  if (filter.removed) return "Removed on Apply";
  const reason = incompleteReason(filter);
  if (reason !== null) return `Incomplete: ${reason}`;
  const bound = isGroup(filter) ? null : oneEnded(filter);
  return bound && `${bound.value} or ${bound.operator === ">=" ? "more" : "less"}`;
}

export const isComplete = (filter: Filter) => incompleteReason(filter) === null;

export const sameFilter: (a: Filter, b: Filter) => boolean = sameJson;

/** Whether two conditions ask the same. */
export const sameCondition = (a: Condition, b: Condition) => sameJson(toEntry(a), toEntry(b));

export function statusOf(pending: Filter | undefined, active: Filter | undefined): FilterStatus {
  if (pending && active) return "modified";
  if (pending) return "pending";
  return active ? "active" : "none";
}

/**
 * One filter per id; where both lists name one, the pending one stands, at the active one's place. A pending filter
 * that replaces an active one stands at its place too, and one that is to be removed is not there.
 */
export function mergeFilters(active: readonly Filter[], pending: readonly Filter[]): Filter[] {
  const standIns = new Map(pending.map((filter) => [filter.replaces, filter]));
  const filters = active.map((filter) => standIns.get(idOf(filter)) ?? filter);
  return onePerId([...filters, ...pending]).filter(({ removed }) => !removed);
}

/** One filter per id, the last of it at the place of the first. */
export const onePerId = (filters: readonly Filter[]): Filter[] => [
  ...new Map(filters.map((filter) => [idOf(filter), filter])).values(),
];

/** The pending filter that changes or replaces the active one of an id. */
export const pendingFor = (pending: readonly Filter[], id: string) =>
  pending.find((filter) => filter.replaces === id) ?? pending.find((filter) => idOf(filter) === id);

/** What the API is asked of filters. */
export type Conditions = NonNullable<FilteredRequest["filters"]>;

/** The conditions the API takes, as a map where they are plain ones; incomplete filters are left out. */
export function toConditions(filters: readonly Filter[]): Conditions {
  const whole = filters.filter(isComplete);
  const names = new Set(whole.map(idOf));
  if (whole.some(isGroup) || names.size < whole.length) return whole.map(toEntry) as Conditions;
  return Object.fromEntries(whole.flatMap(conditionsIn).map((each) => [each.feature, toCondition(each)]));
}

function toEntry(filter: Filter): object {
  if (!isGroup(filter)) return { feature: filter.feature, ...toCondition(filter) };
  const members = filter.of.map(toEntry);
  return filter.kind === "at_least"
    ? { at_least: { count: filter.count, of: members } }
    : { [filter.kind]: members };
}

/** What is asked of a condition's feature, without what only the page knows of it. */
function toCondition(condition: Condition): FilterCondition {
  const { by_bar, first_in } = condition;
  const { operator, value } = oneEnded(condition) ?? condition;
  return {
    operator,
    value: value as FilterCondition["value"],
    ...(by_bar !== undefined && { by_bar }),
    ...(first_in !== undefined && { first_in }),
  };
}

/** A filter as it is once it is applied: it replaces nothing, and a group is known by what it asks. */
export function applied({ replaces, ...filter }: Filter): Filter {
  if (isGroup(filter)) return { ...filter, id: groupId(filter), of: filter.of.map(asComparison) };
  return asComparison(filter as Condition);
}

/** Of a group by what it asks: the same for the same conditions, wherever they were read. */
export function groupId(group: Omit<Group, "id">): string {
  const text = JSON.stringify(toEntry({ ...group, id: "" }));
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0;
  return `group-${hash.toString(36)}`;
}

/** Whether a filter is the question's dates. */
export const isDates = (filter: Filter): filter is Condition =>
  !isGroup(filter) && filter.feature === DATE_RANGE;

/** Whether a condition is on lists of days; its value is their names. */
export const isOfLists = ({ feature }: Pick<Condition, "feature">) => feature === DAY_LIST;

/** Whether a filter, or a condition of a group, is on lists of days. */
export const asksLists = (filter: Filter) => conditionsIn(filter).some(isOfLists);

/** The names of the lists that a condition is on. */
export const listsOf = ({ value }: Condition): string[] =>
  [value].flat().flatMap((name) => (name === null || name === "" ? [] : String(name)));

/** A condition on lists of days by their names. */
export const inLists = (...names: string[]): Condition => ({
  feature: DAY_LIST,
  operator: "in",
  value: names,
});

/** Whether days are chosen by more than their dates (ruling 20). */
export const isConditioned = (filters: readonly Filter[]) => filters.some((filter) => !isDates(filter));
