import type { Difference, Interval, OtherDays } from "@/api/generated";
import { asRead } from "@/lib/text/format";
import { DASH, formatPoints, formatSpan, toPercent } from "./format";

interface Compared {
  difference: number | null;
  confidence_interval: Interval;
}

/** What the comparison with the other days says; null where there are none. */
export function othersWords(others: OtherDays | null | undefined): string | null {
  return others ? asRead(others.verdict.words) : null;
}

/** "+8.2 points (2.0 to 14.1)": the days here minus a coin or other days, with its interval, in percentage points. */
export function comparedFigures({ difference, confidence_interval: { lower, upper } }: Compared): string {
  if (difference === null) return DASH;
  return `${formatPoints(difference * 100)} (${formatSpan(toPercent(lower), toPercent(upper))})`;
}

/** The same of a difference that bears its own limits. */
export function differenceFigures({ value, lower, upper }: Difference): string {
  return comparedFigures({ difference: value, confidence_interval: { lower, upper } });
}
