import { laggedName } from "@/api/feature-names";
import type { Feature, FeaturesAnswer } from "@/api/generated";
import { filterWords } from "@/features/filters/state/filter-words";
import type { Condition } from "@/features/filters/state/filters";
import { misfitIn } from "@/features/filters/state/fit";
import { type Entry, featureEntries } from "../entries";
import { matcherOf } from "../matching";
import { quantityFilters } from "./quantities";
import { USUAL, type Usual } from "./usual";

/** The conditions of a catalogue: those that are usual, and those that a typed text may mean. */
export interface Conditions {
  usual: readonly Entry[];
  /** Sure ones only: a usual condition in other words, or numbers of a feature that the text names. */
  sure: (text: string) => readonly Entry[];
  /** All that a text may mean, the best first. */
  find: (text: string) => readonly Entry[];
}

const MOST_QUANTITIES = 6;
/** What is meant where no more than this is said of a number. */
const PLAIN: Record<string, string[]> = {
  gap: ["gap_size_pct_adr", "gap_size_pts"],
  range: ["day_range_pct_adr", "day_range_pts"],
  adr: ["adr10_pts"],
  atr: ["adr10_pts"],
};
const PARTED = /\s*(?:[,;+]|\band\b|\bon an?\b|(?=\bafter\b))\s*/;
const LAGGED = /\b(?:yesterday|previous day|prior day|day before|prev)(?:'s)?\b/;
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

export function conditionsOf(catalogue: FeaturesAnswer): Conditions {
  const byName = new Map(catalogue.features.map((feature) => [feature.name, feature]));
  const misfit = misfitIn(catalogue);
  const isAsked = (filters: readonly Condition[]) => filters.every((filter) => misfit(filter) === null);
  const entry = (filters: Condition[], title?: string, words = ""): Entry => {
    const sentence = filters.map((filter) => filterWords(filter, byName)).join("; ");
    const id = `condition ${JSON.stringify(filters)}`;
    const detail = title === undefined ? "" : sentence;
    const target = { kind: "conditions", filters } as const;
    return { id, kind: "Condition", title: title ?? sentence, detail, words, target };
  };
  const usual = USUAL.filter(({ filter }) => isAsked([filter])).map(({ title, words, filter }: Usual) =>
    entry([filter], title, words),
  );
  const labelled = catalogue.features.flatMap((feature) =>
    labelsOf(feature).map(({ filter, words }) => entry([filter], undefined, words)),
  );
  const match = matcherOf([...labelled]);
  const matchUsual = matcherOf([...usual]);
  const quantities = quantityFinder(catalogue, byName);
  const amounts = (text: string) =>
    quantityFilters(text, quantities)
      .filter(isAsked)
      .slice(0, MOST_QUANTITIES)
      .map((filters) => entry(filters));
  const named = (text: string) => matchUsual(text).filter((found) => hasEveryWord(found, text));
  const sure = (text: string) => unlike([...amounts(text), ...(/\d/.test(text) ? [] : named(text))]);
  const lagged = (text: string) => {
    if (!LAGGED.test(text)) return [];
    const found = match(text.replace(LAGGED, " "));
    const twins = found.map(({ target }) => (target.kind === "conditions" ? target.filters.map(twin) : []));
    return twins.filter((filters) => filters.length > 0 && isAsked(filters)).map((filters) => entry(filters));
  };
  const one = (text: string) => {
    const typed = text.trim().toLowerCase();
    const quantity = amounts(typed);
    const rest = quantity.length > 0 ? [] : [...named(typed), ...lagged(typed), ...match(typed)];
    return unlike([...quantity, ...rest]);
  };
  const all = (text: string) => {
    const parts = text.split(PARTED).filter((part) => part.trim() !== "");
    const firsts = parts.map((part) => sure(part.trim().toLowerCase())[0]);
    const filters = firsts.flatMap((first) =>
      first?.target.kind === "conditions" ? first.target.filters : [],
    );
    const isWhole = parts.length > 1 && firsts.every(Boolean);
    return isWhole ? [entry(filters, `All ${filters.length} conditions`)] : [];
  };
  return { usual, sure, find: (text) => unlike([...all(text), ...one(text)]) };
}

const twin = (filter: Condition): Condition => ({ ...filter, feature: laggedName(filter.feature, 1) });

/** Each label of a feature as a condition. */
function labelsOf(feature: Feature): { filter: Condition; words: string }[] {
  const { name, metadata } = feature;
  const { type, validation } = feature.ui_schema.filter_component;
  if (metadata.filterable === false) return [];
  if (type === "BooleanFilter")
    return [true, false].map((value) => ({
      filter: { feature: name, operator: "=", value },
      words: value ? "yes is" : "no not",
    }));
  return (validation.enum ?? []).map((value) => ({
    filter: { feature: name, operator: "in", value: [value] },
    words: WEEKDAYS.find((day) => day.startsWith(value) && name === "weekday") ?? "",
  }));
}

/** What finds numbers and counts by their names. */
function quantityFinder(catalogue: FeaturesAnswer, byName: ReadonlyMap<string, Feature>) {
  const isQuantity = ({ ui_schema: { filter_component: component } }: Feature) =>
    !["BooleanFilter", "DateFilter"].includes(component.type) && !component.validation.enum?.length;
  const match = matcherOf(featureEntries({ ...catalogue, features: catalogue.features.filter(isQuantity) }));
  return (text: string) => {
    const plain = PLAIN[text.replace(/\b(?:of|size|is|a|the)\b/g, "").trim()];
    const names = plain ?? match(text).flatMap(({ alias }) => alias ?? []);
    return names.flatMap((name) => byName.get(name) ?? []);
  };
}

/** Whether each typed word begins a word by which the condition is known. */
function hasEveryWord({ title, words = "" }: Entry, text: string): boolean {
  const known = `${title} ${words}`.toLowerCase().split(/[\s']+/);
  const typed = text
    .toLowerCase()
    .split(/[\s']+/)
    .filter(Boolean);
  return typed.every((word) => known.some((each) => each.startsWith(word)));
}

/** Each condition once, in the words that come first. */
function unlike(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ id }, at) => entries.findIndex((other) => other.id === id) === at);
}
