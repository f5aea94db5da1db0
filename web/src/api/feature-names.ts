import { capitalise } from "@/lib/text/format";
import type { Feature, FeaturesAnswer } from "./generated";

/** The header's dates travel as a filter under this name. */
export const DATE_RANGE = "Date_Range";
export const PREV_SUFFIX = "_prev";

type Named = Pick<Feature, "name" | "displayName">;

/** How a machine name is written: words of small letters and digits, joined by underscores. */
const MACHINE_NAME = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

export function baseName(feature: string): string {
  return feature.endsWith(PREV_SUFFIX) ? feature.slice(0, -PREV_SUFFIX.length) : feature;
}

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

interface Queried {
  endpointName?: string;
  data?: unknown;
}

/** Every feature of the catalogues that were answered so far; the calls' own file knows no endpoint. */
export function knownFeatures(state: unknown): readonly Feature[] {
  const { queries } = (state as { cad: { queries: Record<string, Queried | undefined> } }).cad;
  return Object.values(queries).flatMap((query) =>
    query?.endpointName === "features" ? ((query.data as FeaturesAnswer | undefined)?.features ?? []) : [],
  );
}
