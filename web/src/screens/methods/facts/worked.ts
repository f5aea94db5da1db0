import { formatPercent } from "@/lib/text/format";
import FIGURES from "../figures.json";

/** z of a 95% interval. */
export const Z = FIGURES.interval.z;

/** A fraction 0..1 with the page's two decimals. */
export function percentOf(fraction: number | null): string {
  return formatPercent(fraction === null ? null : fraction * 100);
}

/**
 * Wilson's interval of `days` of `n` days, n above 0, with what it is made of; fractions 0..1, exactly 0 at none and
 * exactly 1 at all.
 */
export function wilsonSteps(days: number, n: number) {
  const rate = days / n;
  const scale = 1 + (Z * Z) / n;
  const middle = (rate + (Z * Z) / (2 * n)) / scale;
  const halfWidth = (Z / scale) * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n));
  return {
    rate,
    middle,
    halfWidth,
    lower: days === 0 ? 0 : middle - halfWidth,
    upper: days === n ? 1 : middle + halfWidth,
  };
}
