import type { Feature } from "@/api/generated";
import { capitalise, formatDate } from "@/lib/format";

export const NO_VALUE = "–";

/** A feature's value on a day as the list writes it; the heading bears the unit. */
export function cellText(feature: Feature, value: unknown): string {
  if (typeof value === "number") return numberText(feature, value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value !== "string") return NO_VALUE;
  return feature.type === "date" ? formatDate(value) : capitalise(value);
}

function numberText(feature: Feature, value: number): string {
  if (feature.business_logic.value_format === "bar") return value === 0 ? "No Event" : `Bar ${value}`;
  const text = feature.type === "numeric" ? value.toFixed(2) : String(value);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** Whether a column's values are read as numbers, flush right. */
export function isNumber(feature: Feature | undefined): boolean {
  return feature?.type === "numeric" || feature?.type === "integer count";
}

/** "Gap Size (pts, signed)", "Day Range [%]": the unit where the name has none. */
export function headingOf({ displayName, metadata }: Feature): string {
  return metadata.unit && !displayName.includes(metadata.unit)
    ? `${displayName} [${metadata.unit}]`
    : displayName;
}
