import MiniSearch, { type SearchOptions } from "minisearch";
import type { FeaturesAnswer } from "@/api/generated";
import { type Entry, featureEntries } from "./entries";
import { everydayWords, spelt, wordStem } from "./everyday-words";

const FIELDS = ["title", "everyday", "detail", "words"] as const;

/** A screen or a category of the name that was typed comes before the features that speak of it. */
const WEIGHTS: Partial<Record<Entry["kind"], number>> = {
  Screen: 1.2,
  Category: 0.8,
  Question: 0.8,
  Method: 0.6,
};

const EVERY_WORD = {
  combineWith: "AND",
  prefix: (_term, at, terms) => at === terms.length - 1 || (terms[at]?.length ?? 0) > 1,
} satisfies SearchOptions;

/** Short words and those with digits are taken as they are. */
const MISSPELT = { fuzzy: (term: string) => (/^\D{4,}$/.test(term) ? 0.25 : false) };

/** From the strict reading of what was typed to the generous one: the first that finds anything counts. */
const READINGS: readonly SearchOptions[] = [
  EVERY_WORD,
  { ...EVERY_WORD, ...MISSPELT },
  { ...EVERY_WORD, ...MISSPELT, combineWith: "OR" },
];

/** What makes of a typed text the entries that it means, the best first. */
export function matcherOf(entries: readonly Entry[]): (text: string) => Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = indexOf(entries);
  return (text) => {
    const typed = text.trim().toLowerCase();
    const weigh = (entry: Entry) => (WEIGHTS[entry.kind] ?? 1) * closeness(entry, typed);
    for (const reading of READINGS) {
      const found = index.search(typed, {
        ...reading,
        boostDocument: (id) => weigh(byId.get(id) as Entry),
      });
      if (found.length > 0) return found.flatMap(({ id }) => byId.get(id) ?? []);
    }
    return [];
  };
}

/** What finds the names of the features that a text means, as the palette finds them. */
export function matchingNames(catalogue: FeaturesAnswer): (text: string) => ReadonlySet<string> {
  const match = matcherOf(featureEntries(catalogue));
  return (text) => new Set(match(text).flatMap(({ alias }) => alias ?? []));
}

/** How much more an entry counts whose name is what was typed, begins with it or has it; of two, the shorter name. */
function closeness({ title, alias = "" }: Entry, typed: string): number {
  const names = [title.toLowerCase(), alias.toLowerCase()];
  const brevity = 1 / (4 + title.split(" ").length);
  if (names.includes(typed)) return 50 * brevity;
  if (alias.startsWith(`${typed}_`)) return 5 * brevity;
  if (names.some((name) => name.startsWith(typed))) return 2 * brevity;
  return spelt(title).includes(typed) ? 1.7 * brevity : brevity;
}

function indexOf(entries: readonly Entry[]): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: [...FIELDS],
    extractField: (entry, field) => textOf(entry, field as (typeof FIELDS)[number] | "id"),
    processTerm: wordStem,
    searchOptions: {
      boost: { title: 5, everyday: 3, detail: 0.7, words: 0.2 },
      bm25: { k: 0.4, b: 0.9, d: 0.1 },
    },
  });
  index.addAll(entries);
  return index;
}

function textOf(entry: Entry, field: (typeof FIELDS)[number] | "id"): string {
  if (field === "everyday") return `${entry.alias ?? ""} ${spelt(entry.title)} ${everydayWords(entry.title)}`;
  if (field === "words") return `${entry.words ?? ""} ${everydayWords(entry.detail)}`;
  return entry[field];
}
