import { formatCount, formatPercent } from "@/lib/text/format";

/** A fraction 0..1 with the page's two decimals. */
export function percentOf(fraction: number | null): string {
  return formatPercent(fraction === null ? null : fraction * 100);
}

/** "53.41% to 61.86%" */
export function spanOf({ lower, upper }: { lower: number | null; upper: number | null }): string {
  return `${percentOf(lower)} to ${percentOf(upper)}`;
}

/** "+4.20 points", from a fraction. */
export function pointsOf(fraction: number | null): string {
  if (fraction === null) return "–";
  const points = (100 * fraction).toFixed(2).replace("-", "−");
  return `${fraction > 0 ? "+" : ""}${points} points`;
}

/** "300 / 520 = 57.69%" */
export function shareOf(days: number, n: number): string {
  return `${formatCount(days)} / ${formatCount(n)} = ${percentOf(days / n)}`;
}
