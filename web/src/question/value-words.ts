import type { Feature } from "@/api/generated";
import { asRead, capitalise, formatDate } from "@/lib/text/format";
import type { Scalar } from "./filters";

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10 });

/** What is read of a feature to word its values and conditions. */
export type Worded = Pick<
  Feature,
  "displayName" | "metadata" | "business_logic" | "ui_schema" | "phrase" | "phrase_not" | "label_words"
>;

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

/** The features that filters are on, by name. */
export type WordedFeatures = Pick<ReadonlyMap<string, Worded>, "get">;
