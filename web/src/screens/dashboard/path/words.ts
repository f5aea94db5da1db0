import type { PathAnswer, PathQuantiles } from "@/api/generated";
import { capitalise, countOf, formatCount } from "@/lib/text/format";
import { barWords, closing } from "@/question/as-of";
import { coinOf, noCoin } from "@/question/figures/coin";
import { formatValue } from "@/question/figures/format";
import { NO_DAY_MATCHES } from "@/question/words";

export const AS_A_TABLE = "The path as a table";
export const READ_BAR = "Bar that is read";
export const NO_OTHERS = "There are no other days.";
export const NO_COIN = "There is no coin to hold these against.";

/** A session's bars of five minutes. */
export const BARS = 81;
/** Fewer days make no path that means much. */
const FEW = 10;

/** "+12.5%", "−4.0%", "0.0%": a distance from the open in percent of ADR10, from one in ADR10. */
export function signedPercent(adr: number, decimals = 1): string {
  const text = formatValue(100 * adr, "%", decimals);
  return Number.parseFloat(text) > 0 ? `+${text}` : text;
}

/** "Bar 12, 10:30" */
export const barTitle = (bar: number) => capitalise(barWords(bar));

/** "median +2.1%, half of the days −18.2% to +14.3%" after a bar, where `isWide` with the middle eight tenths. */
export function quantileWords(path: PathQuantiles, bar: number, isWide: boolean): string {
  const at = (values: readonly number[]) => signedPercent(values[bar - 1] ?? Number.NaN);
  const half = `median ${at(path.p50)}, half of the days ${at(path.p25)} to ${at(path.p75)}`;
  return isWide ? `${half}, 8 of 10 ${at(path.p10)} to ${at(path.p90)}` : half;
}

/** "By the close, half of 531 days lie between −38.0% and +43.0% of ADR10 from the open; their median is +2.1%." */
export function headline({ days, p25, p50, p75 }: PathQuantiles): string {
  const [low, middle, high] = [p25, p50, p75].map((values) => signedPercent(values[BARS - 1] ?? Number.NaN));
  return `By the close, half of ${countOf(days, "day")} lie between ${low} and ${high} of ADR10 from the open; their median is ${middle}.`;
}

/** One sentence for who does not see the picture. */
export function pictureWords({ days, p50 }: PathQuantiles): string {
  const at = (bar: number) => `${signedPercent(p50[bar - 1] ?? Number.NaN)} at ${closing(bar)}`;
  return `Close minus open in percent of ADR10 by bar: the median of ${countOf(days, "day")} is ${at(12)}, ${at(42)} and ${at(BARS)}.`;
}

/** How many days the path is of, which are left out, and what it is held against. */
export function daysWords({ total_days, matched, others, coin }: PathAnswer): string[] {
  if (total_days === 0) return [NO_DAY_MATCHES];
  const without = total_days - (matched?.days ?? 0);
  const verb = without === 1 ? "has" : "have";
  const left = `${formatCount(without)} of ${countOf(total_days, "day")} ${verb} no ADR10: left out.`;
  const drawn = coinOf(coin);
  return [
    `${countOf(matched?.days ?? 0, "day")}.${without > 0 ? ` ${left}` : ""}`,
    others ? `The others are ${countOf(others.days, "day")}.` : NO_OTHERS,
    drawn ? `The coin's are ${countOf(drawn.days, "coin day")}.` : coinless(coin),
  ];
}

const coinless = (coin: PathAnswer["coin"]) => noCoin(coin) ?? NO_COIN;

/** What few days mean; null where there are enough. */
export function fewWords({ matched }: PathAnswer): string | null {
  if (!matched || matched.days >= FEW) return null;
  return `Of ${countOf(matched.days, "day")} a path says little: ${FEW} or more are needed.`;
}
