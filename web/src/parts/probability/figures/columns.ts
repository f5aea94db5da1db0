import { countOf, formatPercent } from "@/lib/text/format";
import type { Column, ColumnsModel } from "@/plot/columns";

/** A share of the days: what its column is called, the same share elsewhere, and the bar behind it. */
interface Share {
  name: string;
  days: number;
  pct: number | null | undefined;
  /** Undefined where there is no elsewhere. */
  elsewhere: number | null | undefined;
  place: string;
  label: string;
}

/** Shares of the days, with the same shares elsewhere under their `word`: an unknown distribution is no line at zero. */
export function shareColumns(shares: readonly Share[], word: "others" | "baseline"): ColumnsModel {
  return {
    columns: shares.map(({ name, days, pct, elsewhere, place, label }) => ({
      value: pct ?? 0,
      text:
        `${name}: ${countOf(days, "day")}, ${formatPercent(pct)}` +
        (elsewhere === undefined ? "" : `\n${word} ${formatPercent(elsewhere)}`),
      opens: opensWith(days, place, label),
    })),
    others: shares.some(({ elsewhere }) => typeof elsewhere === "number")
      ? shares.map(({ elsewhere }) => elsewhere ?? 0)
      : null,
    unit: "%",
  };
}

/** A column without a day opens nothing. */
export function opensWith(days: number, place: string, label: string): Column["opens"] {
  return days > 0 ? { place, label } : undefined;
}

/** Counts elsewhere as if they were as many as `total` in all; null where there are none. */
export function scaledTo(total: number, counts: readonly number[] | null | undefined): number[] | null {
  const all = counts?.reduce((sum, count) => sum + count, 0);
  return counts && all ? counts.map((count) => (count * total) / all) : null;
}

/** A number under the axis, at its place on 0..100. */
export interface EdgeMark {
  text: string;
  place: number;
  /** Whether a tick shows the place. */
  isTick?: boolean;
}

/** A text under the middle of each column. */
export function centred(texts: readonly string[]): EdgeMark[] {
  return texts.map((text, index) => ({ text, place: (100 * (index + 0.5)) / texts.length }));
}
