import { baseName, DATE_RANGE, PREV_SUFFIX } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { asRead, capitalise, formatDate } from "@/lib/text/format";
import { type Filter, isListOperator, OPERATOR_WORDS, type Scalar } from "./filters";

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10 });

/** What is read of a feature to word its values. */
export type Worded = Pick<Feature, "displayName" | "metadata" | "business_logic" | "ui_schema">;

/**
 * A value as cards, lists, the chart and files word it: bars by number, 0 as no event, labels by name, dates as
 * MM/dd/yyyy, numbers with thousands parted.
 */
export function valueWords(value: Scalar, feature: Worded | undefined): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return textWords(value, feature);
  if (feature?.business_logic.value_format === "bar") return value === 0 ? "No Event" : `Bar ${value}`;
  return asRead(numbers.format(value));
}

function textWords(value: string, feature: Worded | undefined): string {
  const { enum: values, labels } = feature?.ui_schema.filter_component.validation ?? {};
  const at = values?.indexOf(value) ?? -1;
  if (at >= 0) return labels?.[at] ?? capitalise(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value;
}

/** A filter as every screen words it, and the service's `filters_applied`: "Gap Fill (bar) ≤ Bar 24, by bar 30". */
export function filterWords(filter: Filter, feature: Worded | undefined): string {
  const twin = filter.feature.endsWith(PREV_SUFFIX) ? ", previous day" : "";
  const given = filter.feature === DATE_RANGE ? "Date Range" : capitalise(baseName(filter.feature));
  const name = (feature?.displayName ?? given) + twin;
  const known = filter.by_bar === undefined ? "" : `, by bar ${filter.by_bar}`;
  return `${name} ${conditionWords(filter, feature)}${unitOf(filter, feature)}${known}`;
}

function conditionWords({ operator, value }: Filter, feature: Worded | undefined): string {
  const say = (part: Scalar | null) => (part === null ? "…" : valueWords(part, feature));
  const parts = Array.isArray(value) ? value : [value];
  if (operator === "range") return parts.map(say).join(" to ");
  const list = isListOperator(operator) ? parts.map(say).join(", ") : say(parts[0] ?? null);
  return `${OPERATOR_WORDS[operator]} ${list}`;
}

/** The unit of numbers whose feature's name does not say it. */
function unitOf({ value }: Filter, feature: Worded | undefined): string {
  const unit = feature?.metadata.unit ?? "";
  const isNumber = [value].flat().some((part) => typeof part === "number");
  if (!isNumber || unit === "" || feature?.displayName.includes(unit)) return "";
  return unit === "%" ? unit : ` ${unit}`;
}
