import type { DayBars, Feature } from "@/api/generated";
import { closing } from "@/question/as-of";
import { cellText } from "@/question/cell-text";

/** The bar that a feature's event came on; null where the feature is no event, or none came. */
export function eventBar(answer: Feature | null, { values }: Pick<DayBars, "values">): number | null {
  const bar = answer?.by_bar_safe ? values[answer.name] : null;
  return typeof bar === "number" && bar > 0 ? bar : null;
}

/** A day's answer: "Gap Fill by 11:00", "Gap Fill: did not come", "Inside Day: True". */
export function dayAnswer(answer: Feature, day: Pick<DayBars, "values">): string {
  const name = answer.displayName.replace(/ \(bar\)$/, "");
  const bar = eventBar(answer, day);
  if (bar !== null) return `${name} by ${closing(bar)}`;
  return `${name}: ${cellText(answer, day.values[answer.name])}`;
}
