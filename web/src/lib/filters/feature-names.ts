import type { Feature } from "@/api/generated";
import { capitalise } from "@/lib/text/format";
import { baseName, DATE_RANGE, PREV_SUFFIX } from "./filters";

type Named = Pick<Feature, "name" | "displayName">;

/** How a machine name is written: words of small letters and digits, joined by underscores. */
const MACHINE_NAME = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

/** What messages call a feature or its filter: its display name, or its words where the catalogue lacks it. */
export function featureName(name: string, features: readonly Named[]): string {
  return knownName(name, features) ?? name.replace(MACHINE_NAME, capitalise);
}

/** A text in which every feature of the catalogue bears its display name. */
export function withFeatureNames(text: string, features: readonly Named[]): string {
  return text.replace(/\bDate_Range\b/g, "Date Range").replace(MACHINE_NAME, (name) => {
    return knownName(name, features) ?? name;
  });
}

function knownName(name: string, features: readonly Named[]): string | undefined {
  if (name === DATE_RANGE) return "Date Range";
  const title = features.find((feature) => feature.name === baseName(name))?.displayName;
  return title && name.endsWith(PREV_SUFFIX) ? `${title}, previous day` : title;
}
