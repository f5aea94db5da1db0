import type { Feature } from "@/api/generated";
import type { Condition } from "@/question/filters";

/** A condition that asks one label of a feature, or whether an event happened, and words for it. */
export interface Labelled {
  filter: Condition;
  words: string;
}

export function labelsOf({ name, metadata, ui_schema, business_logic, label_words }: Feature): Labelled[] {
  const { type, validation } = ui_schema.filter_component;
  if (metadata.filterable === false) return [];
  if (type === "BooleanFilter")
    return [true, false].map((value) => ({
      filter: { feature: name, operator: "=", value },
      words: `equals ${value}`,
    }));
  if (business_logic.value_format === "bar")
    return [{ filter: { feature: name, operator: "!=", value: 0 }, words: "happens happened came yes" }];
  return (validation.enum ?? []).map((value, at) => ({
    filter: { feature: name, operator: "in", value: [value] },
    words: label_words[at] ?? "",
  }));
}
