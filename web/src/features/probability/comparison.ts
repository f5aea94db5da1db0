import type { Difference, Occurrence } from "@/api/generated";
import { formatCount, formatPercent } from "@/lib/format";
import { formatLimits, formatPoints, formatSpan, type Limits, toPercent } from "./format";

/** The difference against the other days in words; null where there is nothing to compare with. */
export function differenceWords(difference: Difference | null | undefined): string | null {
  if (!difference) return null;
  if (difference.lower <= 0 && difference.upper >= 0) return "no clear difference";
  const side = difference.value > 0 ? "above" : "below";
  return `${formatPoints(difference.value * 100)}, clearly ${side} the other days`;
}

/** "+8.2 points (2.0 to 14.1)": the difference with its interval, in percentage points. */
export function differenceFigures({ value, lower, upper }: Difference): string {
  return `${formatPoints(value * 100)} (${formatSpan(lower * 100, upper * 100)})`;
}

/** What the interval's drawing shows, as one sentence. */
export function occurrenceSentence(data: Occurrence, interval: Limits | null): string {
  const rate = `${formatPercent(toPercent(data.occurrence))} of ${formatCount(data.total_days)} days`;
  const others = data.others ? `; other days ${formatPercent(toPercent(data.others.occurrence))}` : "";
  return `${rate}${interval === null ? "" : `; 95% interval ${formatLimits(interval)}`}${others}`;
}
