import type { Feature, FeatureComparison } from "@/api/generated";
import { capitalise, countOf, formatPercent } from "@/lib/text/format";
import { untested, verdict } from "@/lib/text/verdict";
import { type AsOf, barOf, isKnown } from "@/question/as-of";
import { formatPoints, formatSpan, formatTest, toPercent } from "@/question/figures/format";

export const PIN_AS_A = "Pin the filters as A";
export const TWO_QUESTIONS = "Two questions beside each other";

/** "A and B have no day: nothing can be compared." */
export const emptyWords = (sides: readonly string[]) =>
  `${sides.join(" and ")} ${sides.length === 1 ? "has" : "have"} no day: nothing can be compared.`;

export const insideWords = (side: string, other: string) =>
  `Every day of ${side} is one of ${other}: no day is left that only one side of the two has to be tested. Compare with the days outside, such as the opposite condition.`;

const NO_DAY_LEFT = "one side has no day of its own: no test";
const KNOWN_BY_THEN = "known by then: no test";
export const FEW_DAYS = "too few days of its labels: no test";

/** "A minus B +35.1 points (28.1 to 41.3), p below 0.001, q below 0.001: differs, also after correction" */
export function differenceWords(feature: Feature, compared: FeatureComparison, asOf: AsOf): string {
  const { difference, p_value, q_value } = compared;
  const why = untestedWords(feature, compared, asOf);
  if (!difference) return capitalise(why ?? NO_DAY_LEFT);
  const { value, lower, upper } = difference;
  const size = `A minus B ${formatPoints(100 * value)} (${formatSpan(100 * lower, 100 * upper)})`;
  if (why !== null) return `${size}; ${why}`;
  const tests = [p_value, q_value].flatMap((figure, at) =>
    typeof figure === "number" ? [`${at === 0 ? "p" : "q"} ${formatTest(figure)}`] : [],
  );
  return `${size}, ${tests.join(", ")}: ${verdict(p_value, q_value)}`;
}

/** Why two sides are not tested; null where they are. */
function untestedWords(feature: Feature, compared: FeatureComparison, asOf: AsOf): string | null {
  const { difference, p_value, decided_by } = compared;
  if (decided_by.length > 0) return untested(feature.name, { conditioned: true, decided_by });
  if (!difference) return NO_DAY_LEFT;
  if (p_value !== null) return null;
  const bar = barOf(asOf);
  return bar !== null && isKnown(feature, bar) ? KNOWN_BY_THEN : FEW_DAYS;
}

/** What the difference is of where days are on both sides: "Only A 73.68% of 380 days, only B 28.57% of 70 days" */
export function onlyWords({ difference, only_a, only_b }: FeatureComparison): string | null {
  if (!difference) return null;
  const [a, b] = [only_a, only_b].map(
    ({ occurrence, total_days }) =>
      `${formatPercent(toPercent(occurrence))} of ${countOf(total_days, "day")}`,
  );
  return `Only A ${a}, only B ${b}`;
}

export function labelWords(label: string, { ui_schema }: Feature): string {
  const { enum: values = [], labels } = ui_schema.filter_component.validation;
  return labels?.[values?.indexOf(label) ?? -1] ?? label;
}
