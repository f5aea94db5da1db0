import type { DaysOrder } from "@/address/days-slice";
import type { DaysSort, Feature } from "@/api/generated";

export const DATE = "session_date";

/** "Gap Fill by 10:10: by date, newest first" */
export function orderText({ bar, sort }: DaysOrder, features: ReadonlyMap<string, Feature>): string {
  return [...(bar ? [bar.label] : []), sortWords(sort, features)].join(": ");
}

/** "by date, newest first", "by Gap Size, ascending" */
export function sortWords({ column, descending }: DaysSort, features: ReadonlyMap<string, Feature>): string {
  const by = column === DATE || !column ? "date" : (features.get(column)?.displayName ?? column);
  return `by ${by}, ${orderWords(column, descending === true).toLowerCase()}`;
}

export function orderWords(column: string | undefined, descending: boolean): string {
  if (column === DATE || !column) return descending ? "Newest first" : "Oldest first";
  return descending ? "Descending" : "Ascending";
}
