import type { AlikeAnswer, AlikeBrier, AlikeOutcome, Difference, GroupRate } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { barWords } from "@/question/as-of";
import { DASH, formatPoints, formatSpan, toPercent } from "@/question/figures/format";

export const NARROWED = "Only days that match the filters";
export const NUMBERS_LEFT_OUT =
  "The numbers in this address were typed for another session: they are left out.";
export const ALL_FEATURES = "Look at all features";

/** "Held against each other by 30 features, 1 left out" */
export function comparedBy(features: number, leftOut: number): string {
  const without = leftOut > 0 ? `, ${formatCount(leftOut)} left out` : "";
  return `Held against each other by ${countOf(features, "feature")}${without}`;
}

/** "The 25 nearest of 1,204 days before it." */
export function chosenWords({ days, compared_days }: AlikeAnswer, isNarrowed: boolean): string {
  const which = isNarrowed ? " that match the filters" : "";
  if (compared_days === 0) return `There is no day before it${which}: nothing can be compared.`;
  if (days.length < compared_days)
    return `The ${countOf(days.length, "nearest day")}, chosen from ${countOf(compared_days, "day")} before it${which}.`;
  return `All ${countOf(compared_days, "day")} before it${which}, the nearest first.`;
}

/** "0.08" */
export const distanceText = (distance: number) => distance.toFixed(2);

/** "64.00% of 25 days" */
export function rateText({ occurrence, total_days }: GroupRate): string {
  return occurrence === null
    ? "no day"
    : `${formatPercent(100 * occurrence)} of ${countOf(total_days, "day")}`;
}

/** "44.5 to 79.8", the ends of a rate's 95% interval in percent. */
export function intervalText({ confidence_interval: { lower, upper } }: GroupRate): string {
  return formatSpan(toPercent(lower), toPercent(upper));
}

/** "+8.2 points", a dash where one side has no day. */
export const differenceText = (difference: Difference | null) =>
  difference ? formatPoints(100 * difference.value) : DASH;

/** "−10.4 to 25.1", the ends of a difference's 95% interval in points. */
export const spanText = ({ lower, upper }: Difference) => formatSpan(100 * lower, 100 * upper);

type Scores = Pick<AlikeBrier, "neighbours" | "base">;

/** "0.2312" */
const scoreText = (score: number) => score.toFixed(4);

/** Scores that read the same are the same. */
const isSame = ({ neighbours, base }: Scores) => scoreText(neighbours) === scoreText(base);

export const isBetter = (scores: Scores) => !isSame(scores) && scores.neighbours < scores.base;

/** What every night's back-test says of an outcome. */
export function backTestWords(scores: Scores): string {
  if (isSame(scores)) return "For this outcome neighbours have been as good as the plain rate.";
  const how = isBetter(scores) ? "better" : "worse";
  return `For this outcome neighbours have been ${how} than the plain rate.`;
}

/** "Brier score 0.2312 against 0.2257, of 1,204 days as of bar 12, 10:30" */
export function brierWords({ neighbours, base, days, as_of }: AlikeBrier): string {
  const scores = `${scoreText(neighbours)} against ${scoreText(base)}`;
  return `Brier score ${scores}, of ${countOf(days, "day")} as of ${barWords(as_of)}`;
}

/** For how many outcomes neighbours have foretold better than the plain rate. */
export function overallWords(outcomes: readonly AlikeOutcome[]): string {
  const tried = outcomes.flatMap(({ brier }) => brier ?? []);
  if (tried.length === 0) return "No outcome has been back-tested on enough days.";
  const better = tried.filter(isBetter).length;
  return `In the back-test neighbours have been better than the plain rate for ${formatCount(better)} of ${countOf(tried.length, "outcome")}.`;
}
