import type { ChartOrder } from "@/address/days-slice";
import type { DaysSort, Feature } from "@/api/generated";
import { dayName } from "@/plot/days/day-words";

export const DATE = "session_date";

/** "Gap Fill by 10:10: by date, newest first", "most like Thursday 2 May 2024" */
export function orderText(order: ChartOrder, features: ReadonlyMap<string, Feature>): string {
  if ("like" in order) return `most like ${dayName(order.like.date)}`;
  const { bar, sort } = order;
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
