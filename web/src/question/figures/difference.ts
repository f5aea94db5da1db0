import type { Difference, Occurrence } from "@/api/generated";
import { NO_CLEAR_DIFFERENCE, verdict } from "@/lib/text/verdict";
import { formatPoints, formatSpan } from "./format";

/** The difference against the other days in words; null where nothing was tested. */
export function differenceWords({ difference, p_value, q_value }: Occurrence): string | null {
  const words = verdict(p_value, q_value);
  if (words === null || words === NO_CLEAR_DIFFERENCE || !difference) return words;
  const side = difference.value > 0 ? "more" : "less";
  return `${formatPoints(difference.value * 100)}, ${side} often: ${words}`;
}

/** "+8.2 points (2.0 to 14.1)": the difference with its interval, in percentage points. */
export function differenceFigures({ value, lower, upper }: Difference): string {
  return `${formatPoints(value * 100)} (${formatSpan(lower * 100, upper * 100)})`;
}
