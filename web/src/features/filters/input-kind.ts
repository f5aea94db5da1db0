import type { Feature } from "@/api/generated";
import {
  baseName,
  DATE_RANGE,
  type Filter,
  isListOperator,
  OPERATOR_WORDS,
  PREV_SUFFIX,
  type Scalar,
} from "@/lib/filters";
import { capitalise, formatDate } from "@/lib/format";
import type { Choice } from "@/lib/ui/fields";

export type InputKind = "boolean" | "enum" | "values" | "number" | "date";

/** Which input a feature's card shows; an unknown component is read as a number. */
export function inputKind(feature: Feature): InputKind {
  const { type, validation } = feature.ui_schema.filter_component;
  if (type === "BooleanFilter") return "boolean";
  if (type === "DateFilter") return "date";
  if (type === "SelectFilter" || type === "MultiSelectFilter" || validation.enum?.length) return "enum";
  return isCounted(feature) ? "values" : "number";
}

function isCounted({ business_logic }: Feature): boolean {
  return business_logic.value_format === "bar" || business_logic.value_format === "count";
}

/** A value as the card's dropdown says it: bars by number, 0 as no event, counts as they are. */
export function valueLabel(feature: Feature, value: Scalar): string {
  if (feature.business_logic.value_format === "bar") return value === 0 ? "No Event" : `Bar ${value}`;
  const { enum: values, labels } = feature.ui_schema.filter_component.validation;
  const at = values?.indexOf(String(value)) ?? -1;
  if (at >= 0) return labels?.[at] ?? capitalise(String(value));
  return typeof value === "boolean" ? capitalise(String(value)) : String(value);
}

export function enumChoices(feature: Feature): Choice[] {
  const values = feature.ui_schema.filter_component.validation.enum ?? [];
  return values.map((value) => ({ value, label: valueLabel(feature, value) }));
}

/** Smallest and largest value to hint at, from the card's bounds or else the feature's range. */
export function boundsOf(feature: Feature): { low: number | null; high: number | null } {
  const { minimum, maximum } = feature.ui_schema.filter_component.validation;
  const range = feature.business_logic.value_range;
  return { low: minimum ?? range?.min ?? null, high: maximum ?? range?.max ?? null };
}

/** "Min (x)" or "Max (y)"; a bound is rounded outwards to fit its field: "Max (2.6k)". */
export function boundHint(end: "Min" | "Max", bound: number | null): string {
  if (bound === null) return end;
  const outwards = end === "Min" ? Math.floor : Math.ceil;
  const size = Math.abs(bound);
  if (size >= 1000) return `${end} (${outwards(bound / 100) / 10}k)`;
  const scale = size >= 100 ? 1 : 10;
  return `${end} (${outwards(bound * scale) / scale})`;
}

/** A filter as a sentence: "Gap Fill (bar) ≤ Bar 24, by bar 30". */
export function describeFilter(filter: Filter, feature: Feature | undefined): string {
  const twin = filter.feature.endsWith(PREV_SUFFIX) ? ", previous day" : "";
  const name = (feature?.displayName ?? nameOf(baseName(filter.feature))) + twin;
  const known = filter.by_bar === undefined ? "" : `, by bar ${filter.by_bar}`;
  return `${name} ${conditionText(filter, feature)}${known}`;
}

function nameOf(feature: string): string {
  return feature === DATE_RANGE ? "Date range" : capitalise(feature);
}

function conditionText({ operator, value }: Filter, feature: Feature | undefined): string {
  const say = (part: Scalar | null) => partLabel(part, feature);
  if (operator === "range" && Array.isArray(value)) return value.map(say).join(" to ");
  if (isListOperator(operator) && Array.isArray(value))
    return `${OPERATOR_WORDS[operator]} ${value.map(say).join(", ")}`;
  return `${OPERATOR_WORDS[operator]} ${Array.isArray(value) ? value.map(say).join(", ") : say(value)}`;
}

function partLabel(part: Scalar | null, feature: Feature | undefined): string {
  if (part === null) return "…";
  if (feature) return valueLabel(feature, part);
  return /^\d{4}-\d{2}-\d{2}$/.test(String(part)) ? formatDate(String(part)) : String(part);
}
