import type { Feature } from "@/api/generated";
import type { Scalar } from "./filters";
import { valueWords } from "./value-words";

/** A feature's value on a day as lists write it, 0 of a bar as "did not come"; the heading bears the unit. */
export function cellText(feature: Feature, value: unknown): string {
  const isBar = feature.business_logic.value_format === "bar";
  if (feature.type === "numeric" && typeof value === "number" && !isBar) return numberText(value);
  if (isBar && value === 0) return "did not come";
  const isWorded = ["number", "boolean", "string"].includes(typeof value);
  return isWorded ? valueWords(value as Scalar, feature) : "–";
}

function numberText(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** "Gap Size (pts, signed)", "Day Range [%]": the unit where the name has none. */
export function headingOf({ displayName, metadata }: Feature): string {
  return metadata.unit && !displayName.includes(metadata.unit)
    ? `${displayName} [${metadata.unit}]`
    : displayName;
}
