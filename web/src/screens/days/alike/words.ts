import type { AlikeAnswer, AlikeBrier, AlikeOutcome, Difference, GroupRate } from "@/api/generated";
import { asRead, countOf, formatCount, formatPercent } from "@/lib/text/format";
import { barWords } from "@/question/as-of";
import {
  DASH,
  formatAdjusted,
  formatPoints,
  formatSpan,
  formatTest,
  toPercent,
} from "@/question/figures/format";

export const NARROWED = "Only days that match the filters";
export const NUMBERS_LEFT_OUT =
  "The numbers in this address were typed for another session: they are left out.";
export const ALL_FEATURES = "Look at all features";

/** "Compared by 30 features, 1 left out" */
export function comparedBy(features: number, leftOut: number): string {
  const without = leftOut > 0 ? `, ${formatCount(leftOut)} left out` : "";
  return `Compared by ${countOf(features, "feature")}${without}`;
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

/** "0.2312", "−0.0055" */
const scoreText = (score: number) => asRead(score.toFixed(4));

/** "Brier score 0.2312 against 0.2257, a difference of 0.0055 (95% 0.0011 to 0.0099), of 1,204 days as of bar 12, 10:30." and p. */
export function brierWords({ neighbours, base, difference, ...brier }: AlikeBrier): string {
  const { lower, upper } = brier.confidence_interval;
  const { p } = brier.verdict;
  const adjusted = formatAdjusted(brier.verdict);
  const span = lower === null || upper === null ? "" : ` (95% ${scoreText(lower)} to ${scoreText(upper)})`;
  const scores = `${scoreText(neighbours)} against ${scoreText(base)}, a difference of ${scoreText(difference)}${span}`;
  const tests =
    typeof p === "number" && adjusted !== null ? ` p ${formatTest(p)}, adjusted p ${adjusted}.` : "";
  return `Brier score ${scores}, of ${countOf(brier.days, "day")} as of ${barWords(brier.as_of)}.${tests}`;
}

/** For how many outcomes days alike foretell better than the plain rate, and for how many worse. */
export function overallWords(outcomes: readonly AlikeOutcome[]): string {
  const codes = outcomes.flatMap(({ brier }) => brier?.verdict.code ?? []);
  if (codes.length === 0) return "No outcome has been back-tested on enough days.";
  const [better, worse] = (["better", "worse"] as const).map((code) =>
    formatCount(codes.filter((each) => each === code).length),
  );
  return `Of ${countOf(codes.length, "outcome")} in the back-test days alike foretell ${better} better than the plain rate, ${worse} worse; of the others it cannot tell.`;
}
