import { createSelector } from "@reduxjs/toolkit";
import type { RootState } from "@/lib/state/hooks";
import { parsedText } from "@/lib/storage/storage";
import { type AsOf, asOfEntry } from "./as-of";
import { type Condition, type Filter, isComplete, isGroup, isListOperator, oneEnded } from "./filters";
import { selectActive, selectPinned } from "./filters-slice";
import { readWhole } from "./read-filter";

/** Filters and dates as one text, the same however they were entered. */
export function questionOf(filters: readonly Filter[]): string {
  const whole = filters.filter(isComplete);
  const conditions = whole.flatMap((filter) => (isGroup(filter) ? [] : [partOf(filter)]));
  const groups = whole.filter(isGroup).map(({ kind, count, of }) => {
    return { kind, count, of: inOrder(of.map(partOf), (each) => JSON.stringify(each)) };
  });
  const parts = inOrder(conditions, ({ feature }) => feature);
  return JSON.stringify([...parts, ...inOrder(groups, (each) => JSON.stringify(each))]);
}

function partOf(condition: Condition) {
  const { feature, by_bar, first_in } = condition;
  const { operator, value } = oneEnded(condition) ?? condition;
  const list = Array.isArray(value) && isListOperator(operator);
  return { feature, operator, value: list ? [...new Set(value)].sort() : value, by_bar, first_in };
}

const inOrder = <Part>(parts: Part[], text: (part: Part) => string) =>
  parts.sort((a, b) => (text(a) < text(b) ? -1 : 1));

/** The filters of a question's text, null where it is none. */
export function filtersOf(question: string): Filter[] | null {
  const { filters, unread } = readWhole(parsedText(question) ?? null);
  return unread.length > 0 ? null : filters;
}

const selectAsOf = ({ ui }: Pick<RootState, "ui">) => ui.asOf;
const textOf = (filters: readonly Filter[], asOf: AsOf) => questionOf([...filters, ...asOfEntry(asOf)]);

/** The question the page shows. */
export const selectQuestion = createSelector([selectActive, selectAsOf], textOf);

/** The question that is compared with it, null where none is pinned. */
export const selectPinnedQuestion = createSelector(
  [selectPinned, selectAsOf],
  (pinned, asOf) => pinned && textOf(pinned, asOf),
);
