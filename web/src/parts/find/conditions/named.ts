import { lagOf } from "@/api/feature-names";
import type { Feature, FeaturesAnswer } from "@/api/generated";
import { filterWords } from "@/question/filter-words";
import type { Condition } from "@/question/filters";
import { valueWords } from "@/question/value-words";
import type { Entry } from "../entries";
import { everydayWords } from "../everyday-words";
import { matcherOf } from "../matching";
import { hasEveryWord, namesOf, type Stems, stemsOf, wordsFor } from "./known-words";
import { type Labelled, labelsOf } from "./labels";
import { lagIn } from "./lag";
import type { Meanings } from "./meanings";
import { withoutNumbersOfNames } from "./name-numbers";
import type { Usual } from "./usual";

/** What finds conditions by the words they are known by. */
export type FindNamed = (text: string) => Meanings;

/** Finds conditions that students have words for. */
export function usualFinder(usual: readonly Usual[]): FindNamed {
  const known = usual.map(({ name, words, filter }) => ({ filter, ...stemsBy(name, words) }));
  return (text) => {
    const isOfDayBefore = lagIn(text) !== null;
    const sure = known.filter(({ named, all, filter }) => {
      if (lagOf(filter.feature) > 0 && !isOfDayBefore) return false;
      return hasEveryWord(text, isOfDayBefore ? named : all);
    });
    return { sure: /\d/.test(withoutNumbersOfNames(text)) ? [] : setsOf(sure), loose: [] };
  };
}

/** A label or event of a feature with the words it is found by. */
interface Known {
  filter: Condition;
  /** The feature's name, and the label's. */
  title: string;
  /** The condition in the catalogue's words. */
  phrase: string;
  label: string;
  words: string;
  /** Of its name, and of all words it is found by. */
  named: Stems;
  all: Stems;
}

/** Finds features by their whole names, conditions by their phrases, and labels of features and events by any of their words. */
export function labelFinders({ features }: FeaturesAnswer): { byName: FindNamed; byWords: FindNamed } {
  const known = features.flatMap((feature) => labelsOf(feature).map((label) => knownLabel(feature, label)));
  const byId = new Map(known.map((each) => [JSON.stringify(each.filter), each]));
  const match = matcherOf([...byId].map(([id, each]) => entryOf(id, each)));
  const names = byWholeName(known);
  const found = (text: string) =>
    match(text)
      .flatMap(({ id }) => byId.get(id) ?? [])
      .toSorted((a, b) => Number(isNegative(a)) - Number(isNegative(b)));
  const byName: FindNamed = (text) => {
    const named = names.get(stemsOf(text).join(" ")) ?? [];
    return { sure: setsOf(named.filter(isOnlyLabel)), loose: setsOf(named) };
  };
  const byWords: FindNamed = (text) => {
    const isOfDayBefore = lagIn(text) !== null;
    const all = found(text);
    const whole = all.filter((each) => hasEveryWord(text, isOfDayBefore ? each.named : each.all));
    return { sure: setsOf(whole.filter(isOnlyLabel)), loose: setsOf([...whole, ...all]) };
  };
  return { byName, byWords };
}

function byWholeName(known: readonly Known[]): ReadonlyMap<string, Known[]> {
  const names = new Map<string, Known[]>();
  for (const each of known)
    for (const name of new Set([...namesOf(each.title), stemsOf(each.phrase).join(" ")]))
      names.set(name, [...(names.get(name) ?? []), each]);
  return names;
}

function knownLabel(feature: Feature, { filter, words }: Labelled): Known {
  const label = [filter.value]
    .flat()
    .flatMap((value) => (typeof value === "string" ? valueWords(value, feature) : []));
  const { displayName: title, name } = feature;
  const said = [wordsFor(title, name), ...label.map(everydayWords), words];
  const texts = { label: label.join(" "), words: said.join(" ") };
  const phrase = filterWords(filter, new Map([[name, feature]]));
  return { filter, title, phrase, ...texts, ...stemsBy(`${title} ${texts.label}`, texts.words) };
}

function stemsBy(name: string, words: string): { named: Stems; all: Stems } {
  return { named: new Set(stemsOf(name)), all: new Set(stemsOf(`${name} ${words}`)) };
}

function entryOf(id: string, { title, label, words, filter }: Known): Entry {
  const target = { kind: "conditions" as const, filters: [filter] };
  return { id, kind: "Condition", title: `${title} ${label}`, detail: "", words, target };
}

/** Two labels of a feature that a text fits alike are both unsure. */
function isOnlyLabel({ filter, label }: Known, _: number, all: readonly Known[]): boolean {
  return label === "" || all.filter((other) => other.filter.feature === filter.feature).length === 1;
}

/** What is seldom meant before the others of its feature. */
const isNegative = ({ filter: { value } }: Known) => value === false || [value].flat()[0] === "none";

const setsOf = (found: readonly { filter: Condition }[]) => found.map(({ filter }) => [filter]);
