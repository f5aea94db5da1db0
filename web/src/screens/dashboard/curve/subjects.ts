import type { Feature } from "@/api/generated";
import type { CurveParameters } from "./parameters";

const FIRST_BY = "gap_size_pct_adr";
const FIRST_OUTCOME = "gap_fill_bar";

type Catalogue = ReadonlyMap<string, Feature>;

/** What a curve is of: an outcome, or one label of it, along the values of `by`. */
export interface Subjects {
  by: Feature;
  outcome: Feature;
  label: string | null;
}

/** Whether a curve can run along a feature's values: a number or a count. */
export const isMeasured = ({ type }: Feature) => type === "numeric" || type === "integer count";

export const isCount = ({ business_logic }: Feature) => business_logic.value_format === "count";

/** Whether a feature comes or does not, as an event, a yes or any label but none. */
export const hasOccurrence = ({ ui_schema }: Feature) =>
  ui_schema.statistics_component.includes("occurrence");

export const labelsOf = ({ ui_schema }: Feature): string[] =>
  (ui_schema.filter_component.validation.enum ?? []).map(String);

export const isOutcome = (feature: Feature) => hasOccurrence(feature) || labelsOf(feature).length > 0;

/** The words of an outcome: "Gap Class: Full up". */
export function outcomeName({ outcome, label }: Pick<Subjects, "outcome" | "label">): string {
  return label === null ? outcome.displayName : `${outcome.displayName}: ${labelName(outcome, label)}`;
}

export function labelName(feature: Feature, label: string): string {
  const { labels } = feature.ui_schema.filter_component.validation;
  return labels?.[labelsOf(feature).indexOf(label)] ?? label;
}

/** The features and label of the address, with defaults where it names none; a sentence where it names wrong ones. */
export function subjectsOf(parameters: CurveParameters, features: Catalogue): Subjects | string {
  const all = [...features.values()];
  const by = chosen(parameters.by, features, all, isMeasured, FIRST_BY);
  const outcome = chosen(parameters.outcome, features, all, isOutcome, FIRST_OUTCOME);
  if (!by)
    return `“${parameters.by ?? ""}” is no number or count that your plan shows. Choose another feature.`;
  if (!outcome)
    return `“${parameters.outcome ?? ""}” is no event, yes/no or enum that your plan shows. Choose another outcome.`;
  const labels = labelsOf(outcome);
  const label = parameters.label ?? (hasOccurrence(outcome) ? null : (labels[0] ?? null));
  if (label !== null && !labels.includes(label))
    return `“${label}” is no label of ${outcome.displayName}. Choose a label.`;
  return { by, outcome, label };
}

function chosen(
  name: string | null,
  features: Catalogue,
  all: readonly Feature[],
  fits: (feature: Feature) => boolean,
  first: string,
): Feature | undefined {
  if (name === null) return [features.get(first), ...all].find((each) => each && fits(each));
  const named = features.get(name);
  return named && fits(named) ? named : undefined;
}
