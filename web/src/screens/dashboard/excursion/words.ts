import type { ExcursionCell, Interval } from "@/api/generated";
import { asRead, countOf, formatPercent } from "@/lib/text/format";
import { coinOf } from "@/question/figures/coin";
import {
  DASH,
  formatAdjusted,
  formatSpan,
  formatTest,
  formatValue,
  toPercent,
} from "@/question/figures/format";
import type { DecisionBar, ExcursionParameters, Place, Unit } from "./parameters";

/** The difference from a coin, as a share of the way from stop to target, at which a cell has its full colour. */
const FULL = 0.15;

/** The units of results by name. */
export const RESULT_NAMES: Readonly<Record<Unit, string>> = {
  adr: "percent of ADR10",
  points: "points",
  r: "R, multiples of the stop",
};

/** What follows a result, and its decimals. */
const RESULTS: Readonly<Record<Unit, readonly [unit: string, decimals: number]>> = {
  adr: ["% of ADR10", 1],
  points: [" pts", 2],
  r: [" R", 2],
};

export const FIRST = {
  target_first: "Target first",
  stop_first: "Stop first",
  same_bar: "Both in the same bar",
  neither: "Neither by the close",
} as const;

export type First = keyof typeof FIRST;

/** "the open", "the close of bar 12" */
export function barWords(bar: DecisionBar): string {
  return bar === 0 ? "the open" : `the close of bar ${bar}`;
}

/** "30% of ADR10", "12.5 points", "1.5 R"; a stop of targets in R is in percent of ADR10. */
export function distanceWords(distance: number, unit: Unit, which: "target" | "stop"): string {
  if (unit === "points") return `${distance} points`;
  return unit === "r" && which === "target" ? `${distance} R` : `${distance}% of ADR10`;
}

/** "Up from the open, target 30% of ADR10, stop 20% of ADR10" */
export function cellName({ from, side, unit }: ExcursionParameters, { target, stop }: Place): string {
  const way = side === "up" ? "Up" : "Down";
  const words = `target ${distanceWords(target, unit, "target")}, stop ${distanceWords(stop, unit, "stop")}`;
  return `${way} from ${barWords(from)}, ${words}`;
}

export function daysOf(cell: ExcursionCell, first: First): number {
  return cell[`${first}_days`];
}

/** A cell's mean result in the unit that is asked. */
function meanOf({ mean_adr_pct, mean_points, mean_r }: ExcursionCell, unit: Unit): number | null {
  return { adr: mean_adr_pct, points: mean_points, r: mean_r }[unit];
}

/** "−0.05 R", "−4.0% of ADR10" */
function resultWords(result: number | null, unit: Unit): string {
  const [words, decimals] = RESULTS[unit];
  return formatValue(result, null, decimals) + words;
}

/** "−0.10 to 0.01 R" */
function spanWords({ lower, upper }: Interval, unit: Unit): string {
  const [words, decimals] = RESULTS[unit];
  return formatSpan(lower, upper, null, decimals) + words;
}

/** How the mean differs from a coin's, -1 to 1; 0 where that may be chance, or where no coin is known. */
export function tone(cell: ExcursionCell, unit: Unit): number {
  const coin = coinOf(cell.coin);
  if (!coin || !["more", "fewer"].includes(coin.verdict.code)) return 0;
  const share = coin.difference / (cell.target + (unit === "r" ? 1 : cell.stop));
  return Math.max(-1, Math.min(1, share / FULL));
}

/** "Mean result of 480 days after costs: −0.05 R (95% −0.10 to 0.01 R).", and how the days ended. */
export function meanSentences(cell: ExcursionCell, unit: Unit): string[] {
  const mean = meanOf(cell, unit);
  if (mean === null || !cell.ended) return ["No day has a result."];
  const { target, stop, close } = cell.ended;
  const limits = cell.mean_interval.lower === null ? "" : ` (95% ${spanWords(cell.mean_interval, unit)})`;
  const days = (Object.keys(FIRST) as First[]).reduce((sum, first) => sum + daysOf(cell, first), 0);
  const ends = [target, stop, close].map((share) => formatPercent(toPercent(share)));
  return [
    `Mean result of ${countOf(days, "day")} after costs: ${resultWords(mean, unit)}${limits}.`,
    `The days end at the target ${ends[0]}, at the stop ${ends[1]}, at the close ${ends[2]}.`,
    ...otherReading(cell, unit),
  ];
}

/** What the mean would be if days of an unknown order ended at the target; nothing where there are none. */
function otherReading({ same_bar_days: days, mean_if_target }: ExcursionCell, unit: Unit): string[] {
  if (days === 0) return [];
  return [
    `Both in the same bar on ${countOf(days, "day")}, counted as stop; counted as target the mean is ${resultWords(mean_if_target, unit)}.`,
  ];
}

/** "0.08 R more than a coin (−0.05 R).", or why there is no test; nothing where the answer has no coin. */
export function coinSentences({ coin }: ExcursionCell): string[] {
  return coin ? [asRead(coin.verdict.words)] : [];
}

/** "Minus the coin: 0.08 R (95% 0.01 to 0.15 R), on 480 days. p 0.002, adjusted p 0.041 for 100 comparisons." */
export function testSentences({ coin }: ExcursionCell, unit: Unit): string[] {
  const given = coinOf(coin);
  if (!given) return [];
  const { days, difference, confidence_interval: limits, verdict } = given;
  const span = limits.lower === null ? "" : ` (95% ${spanWords(limits, unit)})`;
  const sentences = [`Minus the coin: ${resultWords(difference, unit)}${span}, on ${countOf(days, "day")}.`];
  if (typeof verdict.p === "number")
    sentences.push(`p ${formatTest(verdict.p)}, adjusted p ${formatAdjusted(verdict)}.`);
  return [sentences.join(" ")];
}

/** "Target first on 41.20% of the 480 days that reached one of them (95% 36.9 to 45.6). Break-even of this rate: 40.00%." */
export function rateSentence(cell: ExcursionCell): string {
  const days = cell.target_first_days + cell.stop_first_days;
  if (cell.rate === null) return "On no day did target or stop come first alone.";
  const { lower, upper } = cell.confidence_interval;
  const limits = formatSpan(toPercent(lower), toPercent(upper));
  const breakEven =
    cell.break_even === null
      ? "Costs take the whole target, so this rate has no break-even."
      : `Break-even of this rate: ${formatPercent(toPercent(cell.break_even))}.`;
  return `Target first on ${formatPercent(toPercent(cell.rate))} of the ${countOf(days, "day")} that reached one of them (95% ${limits}). ${breakEven}`;
}

/** All of a cell in one sentence, for screen readers. */
export function cellSentence(parameters: ExcursionParameters, cell: ExcursionCell): string {
  const name = `${cellName(parameters, cell)}.`;
  return [name, ...meanSentences(cell, parameters.unit), ...coinSentences(cell), rateSentence(cell)].join(
    " ",
  );
}

/** The text of a cell: its mean result, and on which side of a coin's it clearly lies. */
export function cellText(cell: ExcursionCell, unit: Unit): string {
  const mean = meanOf(cell, unit);
  if (mean === null) return DASH;
  const side = tone(cell, unit);
  return `${side === 0 ? "" : side > 0 ? "▲ " : "▼ "}${formatValue(mean, null, RESULTS[unit][1])}`;
}
