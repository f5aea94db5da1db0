import type { CategoryAnswer, Claim, Feature, FeaturesAnswer } from "@/api/generated";
import type { AppliedSet, Presets, SavedSet } from "@/kept/saved-filters";
import type { DashboardView } from "@/lib/state/ui-slice";
import { countOf, formatMoment } from "@/lib/text/format";
import { filterWords } from "@/question/filter-words";
import type { Filter } from "@/question/filters";

/** Where an entry leads. */
export type Target =
  | { kind: "feature"; name: string }
  | { kind: "category"; id: string }
  | { kind: "set"; set: SavedSet }
  /** `outcome` is a feature whose answer is asked on such days. */
  | { kind: "conditions"; filters: Filter[]; outcome?: string }
  | { kind: "ask"; claim: Claim }
  | { kind: "cards"; text: string; names: string[] }
  | { kind: "day"; date: string }
  | { kind: "screen"; path: string }
  | { kind: "document"; path: string }
  | { kind: "view"; view: DashboardView }
  | { kind: "dialog"; id: string };

/** One thing that can be found. */
export interface Entry {
  id: string;
  kind: "Feature" | "Category" | "Preset" | "Question" | "Day" | "Screen" | "Method" | "Cards" | "Condition";
  title: string;
  /** A line below the title. */
  detail: string;
  /** Other texts it is found by. */
  words?: string;
  /** What it is called elsewhere, a catalogue's name or id; typed whole it comes first. */
  alias?: string;
  target: Target;
}

/** Only features with a card: those the tier does not have are not in its catalogue. */
export function featureEntries({ features, categories }: FeaturesAnswer): Entry[] {
  const names = new Map(categories.map(({ id, display_name }) => [id, display_name]));
  return features
    .filter(({ metadata }) => metadata.filterable !== false)
    .map((feature) => featureEntry(feature, names.get(feature.category) ?? feature.category));
}

function featureEntry(feature: Feature, category: string): Entry {
  const { labels } = feature.ui_schema.filter_component.validation;
  const times = feature.by_bar_safe ? "when, at what time, by noon" : "";
  return {
    id: `feature ${feature.name}`,
    kind: "Feature",
    title: feature.displayName,
    detail: feature.plain,
    words: [category, feature.metadata.description, feature.known_words, times, ...(labels ?? [])].join(". "),
    alias: feature.name,
    target: { kind: "feature", name: feature.name },
  };
}

export function categoryEntries(categories: readonly CategoryAnswer[]): Entry[] {
  return categories
    .filter(({ visible_features }) => visible_features > 0)
    .map(({ id, display_name, description, visible_features }) => ({
      id: `category ${id}`,
      kind: "Category",
      title: display_name,
      detail: `${countOf(visible_features, "feature")}. ${description}`,
      alias: id,
      target: { kind: "category", id },
    }));
}

export function presetEntries(presets: Presets, features: readonly Feature[]): Entry[] {
  return Object.entries(presets).map(([name, set]) => ({
    id: `preset ${name}`,
    kind: "Preset",
    title: name,
    detail: sentences(set.filters, features),
    words: "preset saved filters",
    target: { kind: "set", set },
  }));
}

/** The questions asked lately: sets of filters that were applied. */
export function questionEntries(history: readonly AppliedSet[], features: readonly Feature[]): Entry[] {
  return history.map((set) => ({
    id: `question ${set.appliedAt}`,
    kind: "Question",
    title: sentences(set.filters, features),
    detail: `Applied ${formatMoment(set.appliedAt)}`,
    words: "question history recent",
    target: { kind: "set", set },
  }));
}

function sentences(filters: readonly Filter[], features: readonly Feature[]): string {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  return filters.map((filter) => filterWords(filter, byName)).join("; ");
}
