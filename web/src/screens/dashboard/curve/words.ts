import { baseName } from "@/api/feature-names";
import type { CurveAnswer, CurveCut, CurvePoint, Feature, GroupRate } from "@/api/generated";
import { countOf, formatPercent, listed } from "@/lib/text/format";
import { coinOf } from "@/question/figures/coin";
import {
  formatAdjusted,
  formatPoints,
  formatSpan,
  formatTest,
  formatValue,
  toPercent,
  withUnit,
} from "@/question/figures/format";
import { valueWords } from "@/question/value-words";
import { NO_DAY_MATCHES } from "@/question/words";
import { isCount, outcomeName, type Subjects } from "./subjects";

export const ONE_POINT = "One point at a time";
export const ALONG_VALUES = "Along the values of";
export const AS_A_TABLE = "The curve as a table";
export const NEEDS_DAYS = "A curve needs 40 days with both values.";

/** A cut in words: "2.5 pts", "3". */
export function cutWords(cut: number, by: Feature): string {
  return withUnit(valueWords(cut, by), by.metadata.unit);
}

/** A value that occurs: "−22.25 pts", "20.5%", "3". */
export function valueText(value: number, by: Feature): string {
  return formatValue(value, by.metadata.unit, ...decimals(by, value));
}

/** "3.25 to 19.00 pts" */
export function spanText(lowest: number, highest: number, by: Feature): string {
  return formatSpan(lowest, highest, by.metadata.unit, ...decimals(by, lowest));
}

const decimals = (by: Feature, value: number): [] | [0] =>
  isCount(by) && Number.isInteger(value) ? [0] : [];

/** "61.25% of 80 days (95% 50.2 to 71.1)" */
export function rateWords({ occurrence, total_days, confidence_interval }: GroupRate): string {
  if (occurrence === null) return "no day";
  const { lower, upper } = confidence_interval;
  const limits = formatSpan(toPercent(lower), toPercent(upper));
  return `${formatPercent(toPercent(occurrence))} of ${countOf(total_days, "day")} (95% ${limits})`;
}

/** "The 423 days of −104.25 to −16.50 pts: 42.08% (95% 37.5 to 46.8); a coin gives 39.55%." */
export function pointWords(point: CurvePoint, by: Feature): string {
  const { lower, upper } = point.confidence_interval;
  const limits = formatSpan(toPercent(lower), toPercent(upper));
  const coin = coinOf(point.coin);
  const coins = coin ? `; a coin gives ${formatPercent(toPercent(coin.occurrence))}` : "";
  const days = countOf(point.days, "day");
  return `The ${days} of ${spanText(point.lowest, point.highest, by)}: ${formatPercent(toPercent(point.occurrence))} (95% ${limits})${coins}.`;
}

/** How the days from the cut on differ from those below it, with the p-value of this cut and of the best one. */
export function differenceWords({ value, below, difference, verdict }: CurveCut, by: Feature): string {
  if (!difference) {
    const at = cutWords(value, by);
    const empty = below.total_days === 0 ? `below ${at}` : `from ${at} on`;
    return `No day lies ${empty}: move the cut to where days lie on both sides.`;
  }
  const span = formatSpan(100 * difference.lower, 100 * difference.upper);
  const size = `From the cut on minus below: ${formatPoints(100 * difference.value)} (95% ${span})`;
  const adjusted = formatAdjusted(verdict);
  if (verdict.p == null || adjusted === null) return `${size}.`;
  return `${size}, p ${formatTest(verdict.p)}, adjusted p ${adjusted}.`;
}

/** Why the sides of a cut are not tested, whatever their days; null where they are, or have too few. */
export function untestedWords(
  { cut, decided_by }: CurveAnswer,
  { by, outcome }: Subjects,
  features: ReadonlyMap<string, Feature>,
): string | null {
  if (!cut?.difference || cut.verdict.code !== "not_tested" || cut.verdict.reason === "too_few") return null;
  const of = outcome.displayName;
  if (by.name === outcome.name)
    return `${of} is both sides of the question, so nothing is tested: choose another outcome.`;
  if (decided_by.length === 0) return `${of} is known by then, so nothing is tested.`;
  return `${namesOf(decided_by, features)} decides ${of} in part or in whole, so nothing is tested.`;
}

export function namesOf(names: readonly string[], features: ReadonlyMap<string, Feature>): string {
  return listed(names.map((name) => features.get(baseName(name))?.displayName ?? name));
}

/** "You tried 12 cuts. The best of many tries looks better than it is." */
export function looksWords(count: number): string {
  if (count === 0) return "You tried no cut yet.";
  return `You tried ${countOf(count, "cut")}. The best of many tries looks better than it is.`;
}

/** One sentence for who does not see the picture. */
export function pictureWords(subjects: Subjects, points: readonly CurvePoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const { by } = subjects;
  const end = (point: CurvePoint) =>
    `${formatPercent(toPercent(point.occurrence))} of ${countOf(point.days, "day")} at ${valueText(point.value, by)}`;
  return `${outcomeName(subjects)} along ${by.displayName}: ${end(first)}, ${end(last)}.`;
}

/** Where the curve leaves the rate of all days by more than most curves without a bend, or that it does so nowhere. */
export function overallWords(points: readonly CurvePoint[], by: Feature): string {
  const runs = points.flatMap((point, at) =>
    point.leaves_overall && !points[at - 1]?.leaves_overall ? [endOfRun(points, at)] : [],
  );
  if (runs.length === 0) return "The curve nowhere leaves the rate of all days by more than chance.";
  return `The curve leaves the rate of all days, farther than 19 of 20 curves without a bend do anywhere, at ${listed(runs.map(({ from, to }) => (from === to ? valueText(from, by) : spanText(from, to, by))))}.`;
}

/** The first and last middle value of points beside each other that leave the rate of all days. */
function endOfRun(points: readonly CurvePoint[], at: number) {
  const length = points.slice(at).findIndex((point) => !point.leaves_overall);
  const run = length < 0 ? points.slice(at) : points.slice(at, at + length);
  return { from: run[0]?.value ?? 0, to: run.at(-1)?.value ?? 0 };
}

/** How many days the curve is of, how a point comes about, and where the curve leaves the rate of all days. */
export function daysWords(answer: CurveAnswer, { by, outcome }: Subjects): string[] {
  const { days, asked_days, window_days, points } = answer;
  const without = days - asked_days;
  const left =
    without > 0
      ? ` ${countOf(without, "day")} without a value of ${by.displayName} or of ${outcome.displayName} left out.`
      : "";
  const counted = days === 0 ? NO_DAY_MATCHES : `${countOf(asked_days, "day")}.${left}`;
  if (points.length === 0) return [counted];
  return [
    counted,
    `Each point is the rate on the ${countOf(window_days, "day")} nearest to that value. Days of equal values stay together, so it can be of more.`,
    overallWords(points, by),
  ];
}
