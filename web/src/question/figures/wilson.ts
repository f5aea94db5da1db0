import { formatCount, formatPercent } from "@/lib/text/format";
import type { Limits } from "./format";

const Z = 1.959963984540054;

/** Under so many of what it counts a share is a small sample. */
export const SMALL = 30;

/** A share of days with its 95% Wilson score interval, all on 0..100. */
export interface Proportion {
  days: number;
  n: number;
  percentage: number;
  interval: Limits;
}

/** `days` of `n`; null without a day: nothing is known, which is not 0%. Exactly 0 at none, exactly 100 at all. */
export function proportion(days: number, n: number): Proportion | null {
  if (n <= 0) return null;
  const share = days / n;
  const spread = Z * Math.sqrt((share * (1 - share) + (Z * Z) / (4 * n)) / n);
  const centre = share + (Z * Z) / (2 * n);
  const scale = 100 / (1 + (Z * Z) / n);
  return {
    days,
    n,
    percentage: share * 100,
    interval: {
      lower: days === 0 ? 0 : (centre - spread) * scale,
      upper: days === n ? 100 : (centre + spread) * scale,
    },
  };
}

/** "50.00%"; of few "4 of 8". */
export function shareLead({ days, n, percentage }: Omit<Proportion, "interval">): string {
  return n < SMALL ? `${formatCount(days)} of ${formatCount(n)}` : formatPercent(percentage);
}
