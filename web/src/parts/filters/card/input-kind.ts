import type { Feature } from "@/api/generated";

export type InputKind = "boolean" | "enum" | "values" | "number" | "date";

/** Which input a feature's card shows; an unknown component is read as a number. */
export function inputKind(feature: Feature): InputKind {
  const { type, validation } = feature.ui_schema.filter_component;
  if (type === "BooleanFilter") return "boolean";
  if (type === "DateFilter") return "date";
  if (type === "SelectFilter" || type === "MultiSelectFilter" || validation.enum?.length) return "enum";
  return ["bar", "count"].includes(feature.business_logic.value_format) ? "values" : "number";
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
