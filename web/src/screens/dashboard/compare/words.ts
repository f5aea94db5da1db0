import type { Feature, FeatureComparison } from "@/api/generated";
import { asRead, countOf, formatPercent } from "@/lib/text/format";
import { formatAdjusted, formatPoints, formatSpan, formatTest, toPercent } from "@/question/figures/format";

export const PIN_AS_A = "Pin the filters as A";
export const TWO_QUESTIONS = "Two questions beside each other";

/** "A and B have no day: nothing can be compared." */
export const emptyWords = (sides: readonly string[]) =>
  `${sides.join(" and ")} ${sides.length === 1 ? "has" : "have"} no day: nothing can be compared.`;

export const SAME_DAYS = "A and B have the same days: nothing can differ.";

/** "24.7 points fewer than on the days of B (73.16%)."; of an enum that shows all its labels, what each says. */
export function verdictWords(feature: Feature, { verdict, labels }: FeatureComparison, showsLabels: boolean) {
  if (!showsLabels || !labels || verdict.p == null) return [asRead(verdict.words)];
  return labels.map((each) => `${labelWords(each.value, feature)}: ${asRead(each.verdict.words)}`);
}

/** "A minus B −24.7 points (−30.0 to −19.0), p below 0.001, adjusted p below 0.001"; null without a day of A or B. */
export function differenceWords({ difference, verdict }: FeatureComparison): string | null {
  if (!difference) return null;
  const { value, lower, upper } = difference;
  const size = `A minus B ${formatPoints(100 * value)} (${formatSpan(100 * lower, 100 * upper)})`;
  const adjusted = formatAdjusted(verdict);
  if (verdict.p == null || adjusted === null) return size;
  return `${size}, p ${formatTest(verdict.p)}, adjusted p ${adjusted}`;
}

/** "Only A against only B: 23.97% of 146 days against 75.21% of 117 days" */
export function onlyWords({ only_a, only_b }: FeatureComparison): string {
  const [a, b] = [only_a, only_b].map(({ occurrence, total_days }) =>
    total_days === 0 ? "no day" : `${formatPercent(toPercent(occurrence))} of ${countOf(total_days, "day")}`,
  );
  return `Only A against only B: ${a} against ${b}`;
}

export function labelWords(label: string, { ui_schema }: Feature): string {
  const { enum: values = [], labels } = ui_schema.filter_component.validation;
  return labels?.[values?.indexOf(label) ?? -1] ?? label;
}
