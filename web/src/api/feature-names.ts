import { capitalise } from "@/lib/text/format";
import type { Feature, FeaturesAnswer } from "./generated";

/** The question's dates travel as a filter under this name. */
export const DATE_RANGE = "Date_Range";
/** Lists of days are asked by a filter under this name. */
export const DAY_LIST = "day_list";
const PREV_SUFFIX = "_prev";
/** A condition may ask of so many sessions before. */
export const MOST_LAG = 5;
const LAG = new RegExp(`${PREV_SUFFIX}([2-${MOST_LAG}])?$`);

type Named = Pick<Feature, "name" | "displayName">;

/** How a machine name is written: words of small letters and digits, joined by underscores. */
const MACHINE_NAME = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

export const baseName = (feature: string) => feature.replace(LAG, "");

/** How many sessions before a name asks of: 0 where it is the feature's own. */
export function lagOf(name: string): number {
  const lag = LAG.exec(name);
  return lag ? Number(lag[1] ?? 1) : 0;
}

/** The name by which a feature is asked so many sessions before. */
export const laggedName = (feature: string, lag: number) =>
  lag === 0 ? feature : feature + PREV_SUFFIX + (lag === 1 ? "" : lag);

/** What stands behind the name of a feature that is asked so many sessions before. */
export function lagWords(lag: number): string {
  if (lag === 0) return "";
  return lag === 1 ? ", previous day" : `, ${lag} days before`;
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
  if (name === DAY_LIST) return "List of days";
  const title = features.find((feature) => feature.name === baseName(name))?.displayName;
  return title && title + lagWords(lagOf(name));
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
