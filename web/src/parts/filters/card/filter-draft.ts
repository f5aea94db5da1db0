import type { Feature } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import {
  type Condition,
  type FilterStatus,
  type FilterValue,
  isEmpty,
  isListOperator,
  isRangeOperator,
  type Operator,
  statusOf,
  type Unread,
} from "@/question/filters";
import {
  filterEdited,
  filterOn,
  pendingRemoved,
  selectActive,
  selectPending,
} from "@/question/filters-slice";
import { inputKind } from "./input-kind";

/** What a card edits: the pending filter, else the active one, else a blank one. */
export interface Draft {
  filter: Condition;
  status: FilterStatus;
  edit: (patch: FilterPatch) => void;
}

/** `by_bar` or `first_in` null takes it away; `unread` has undefined for a field that is a number again. */
export type FilterPatch = Partial<Pick<Condition, "operator" | "value" | "unread">> & {
  by_bar?: number | null;
  first_in?: number | null;
};

/** `name` is the feature's own or, for the day before, its twin's. */
export function useFilterDraft(feature: Feature, name: string): Draft {
  const dispatch = useAppDispatch();
  const pending = useAppSelector((state) => filterOn(selectPending(state), name));
  const active = useAppSelector((state) => filterOn(selectActive(state), name));
  const filter = pending ?? active ?? blankOn(feature, name);
  const edit = (patch: FilterPatch) => {
    const next = afterEdit(filter, patched(filter, patch), feature, active !== undefined);
    dispatch(next ? filterEdited(next) : pendingRemoved(name));
  };
  return { filter, status: statusOf(pending, active), edit };
}

/** A condition that says nothing yet; `name` may be that of a session before. */
export function blankOn(feature: Feature, name = feature.name): Condition {
  const operator = feature.ui_schema.filter_component.defaultOperator;
  return { feature: name, operator, value: valueFor(operator, null) };
}

/**
 * A condition after an edit: null where it says nothing any more, and to be removed where the choice of an active one was
 * taken back. Without a feature it is on lists of days.
 */
export function afterEdit(
  before: Condition,
  next: Condition,
  feature: Feature | undefined,
  isActive: boolean,
): Condition | null {
  const isUnpressed = isTakenBack(before, next, feature);
  if (isActive) return isUnpressed ? { ...next, removed: true } : next;
  const operator = feature?.ui_schema.filter_component.defaultOperator ?? "in";
  const isGone = isUnpressed ? next.operator === operator : isBlank(next, operator);
  return isGone ? null : next;
}

/** Whether an edit takes a choice back: True, a label, the last of several. A number that is typed over is none. */
export function isTakenBack(before: Condition, next: Condition, feature: Feature | undefined): boolean {
  if (feature && inputKind(feature) === "number") return false;
  return before.operator === next.operator && !isEmpty(before.value) && isEmpty(next.value);
}

/** Whether a condition says no more than a blank one. */
function isBlank(filter: Condition, defaultOperator: Operator): boolean {
  const isSet = [filter.by_bar, filter.first_in, filter.unread].some((part) => part !== undefined);
  return isEmpty(filter.value) && filter.operator === defaultOperator && !isSet;
}

/** A filter after an edit; a new operator keeps what of the value it can read, and no text that is no number. */
export function patched(filter: Condition, patch: FilterPatch): Condition {
  const { by_bar, first_in, unread, removed, ...rest } = filter;
  const operator = patch.operator ?? filter.operator;
  const value = patch.value !== undefined ? patch.value : valueFor(operator, filter.value);
  const bar = patch.by_bar === undefined ? by_bar : patch.by_bar;
  const first = patch.first_in === undefined ? first_in : patch.first_in;
  const texts = unreadAfter(unread, patch);
  return {
    ...rest,
    operator,
    value,
    ...(bar !== undefined && bar !== null && { by_bar: bar }),
    ...(first !== undefined && first !== null && { first_in: first }),
    ...(texts && { unread: texts }),
    ...(removed && isEmpty(value) && { removed }),
  };
}

function unreadAfter(unread: Unread = {}, patch: FilterPatch): Unread | null {
  const { by_bar, first_in } = unread;
  const kept = patch.operator === undefined ? unread : { by_bar, first_in };
  const texts = Object.entries({ ...kept, ...patch.unread }).filter(([, text]) => text !== undefined);
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

function valueFor(operator: Operator, value: FilterValue): FilterValue {
  const parts = Array.isArray(value) ? value : [value];
  if (isRangeOperator(operator)) return Array.isArray(value) && parts.length === 2 ? parts : [null, null];
  if (isListOperator(operator)) return parts.filter((part) => part !== null && part !== "");
  return parts.length === 1 ? (parts[0] ?? null) : null;
}
