import { DATE_RANGE } from "@/api/feature-names";
import type { FilterCondition } from "@/api/generated";
import { sameJson } from "@/lib/storage/json";

export type Operator = FilterCondition["operator"];
export type Scalar = boolean | number | string;
export type FilterValue = Scalar | null | (Scalar | null)[];

/** A condition on one feature, as its card holds it: `value` may still lack a part (see `isComplete`). */
export interface Filter {
  feature: string;
  operator: Operator;
  value: FilterValue;
  by_bar?: number;
  /** What stands in a field of the card and is no number there; the filter waits for it. */
  unread?: Unread;
}

/** The texts of fields that hold no number, by field. */
export type Unread = { [field in "value" | "low" | "high" | "by_bar"]?: string | undefined };

export type FilterStatus = "none" | "pending" | "active" | "modified";

export const OPERATOR_WORDS: Record<Operator, string> = {
  "=": "equals",
  "!=": "not equals",
  ">": ">",
  "<": "<",
  ">=": "≥",
  "<=": "≤",
  range: "range",
  in: "in",
  not_in: "not in",
};

export const isListOperator = (operator: Operator) => operator === "in" || operator === "not_in";

export function isEmpty(value: FilterValue): boolean {
  if (Array.isArray(value)) return value.every((part) => part === null || part === "");
  return value === null || value === "";
}

/** A session's last bar of five minutes. */
export const LAST_BAR = 81;
const LARGEST = 1e12;

/** Why a filter cannot be sent yet, or null where it can. */
export function incompleteReason(filter: Filter): string | null {
  return unreadReason(filter) ?? lackReason(filter);
}

function unreadReason({ unread = {}, value }: Filter): string | null {
  const { by_bar, ...texts } = unread;
  const [text] = Object.values(texts);
  if (text !== undefined) return `“${shortened(text)}” is not a number`;
  if (by_bar !== undefined) return `by bar takes 1 to ${LAST_BAR}`;
  const parts = Array.isArray(value) ? value : [value];
  const isTooLarge = parts.some((part) => typeof part === "number" && Math.abs(part) > LARGEST);
  return isTooLarge ? "numbers go to 1,000,000,000,000" : null;
}

const shortened = (text: string) => (text.length > 12 ? `${text.slice(0, 12)}…` : text);

function lackReason({ operator, value }: Filter): string | null {
  if (isListOperator(operator)) return isEmpty(value) ? "choose at least one value" : null;
  if (operator !== "range") return isEmpty(value) ? "choose a value" : null;
  const [low = null, high = null] = Array.isArray(value) ? value : [];
  if (low === null || high === null) return "a range needs both ends";
  return low > high ? "lower end above upper" : null;
}

export const isComplete = (filter: Filter) => incompleteReason(filter) === null;

export const sameFilter: (a: Filter, b: Filter) => boolean = sameJson;

export function statusOf(pending: Filter | undefined, active: Filter | undefined): FilterStatus {
  if (pending && active) return "modified";
  if (pending) return "pending";
  return active ? "active" : "none";
}

/** One filter per feature; where both lists name one, the pending one stands, at the active one's place. */
export function mergeFilters(active: readonly Filter[], pending: readonly Filter[]): Filter[] {
  const merged = new Map(active.map((filter) => [filter.feature, filter]));
  for (const filter of pending) merged.set(filter.feature, filter);
  return [...merged.values()];
}

/** The map of conditions the API takes; incomplete filters are left out. */
export function toConditions(filters: readonly Filter[]): Record<string, FilterCondition> {
  const conditions = filters.filter(isComplete).map(({ feature, operator, value, unread, ...known }) => {
    return [feature, { operator, value: value as FilterCondition["value"], ...known }] as const;
  });
  return Object.fromEntries(conditions);
}

/** Whether days are chosen by more than their dates (ruling 20). */
export const isConditioned = (filters: readonly Filter[]) =>
  filters.some(({ feature }) => feature !== DATE_RANGE);
