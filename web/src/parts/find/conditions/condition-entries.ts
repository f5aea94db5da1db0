import type { DayList, FeaturesAnswer } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { filterWords } from "@/question/filter-words";
import { type Filter, inLists } from "@/question/filters";
import { misfitIn } from "@/question/fit";
import type { Entry } from "../entries";
import { listFinders } from "./lists";
import { NOTHING } from "./meanings";
import { type FindNamed, labelFinders, usualFinder } from "./named";
import { outcomeFinder, partedQuestion } from "./outcomes";
import { quantityFinder } from "./quantities";
import { readerOf } from "./reader";
import { SPOKEN, USUAL } from "./usual";

/** What a text may mean, the best first, and whether the first of it is what every word says. */
interface Found {
  entries: readonly Entry[];
  isSure: boolean;
}

/** Conditions of a catalogue and of lists of days: those that are usual, and those that a typed text may mean. */
export interface Conditions {
  usual: readonly Entry[];
  /** Sure ones only: a usual condition in other words, or numbers of a feature that the text names. */
  sure: (text: string) => readonly Entry[];
  /** All that a text may mean. */
  find: (text: string) => Found;
}

export function conditionsOf(catalogue: FeaturesAnswer, lists: readonly DayList[] = []): Conditions {
  const byName = new Map(catalogue.features.map((feature) => [feature.name, feature]));
  const misfit = misfitIn(catalogue);
  const isAsked = (filters: readonly Filter[]) => filters.every((filter) => misfit(filter) === null);
  const inEachList = lists.map(({ name }) => [inLists(name)]);
  const sizes = new Map(lists.map(({ name, days }) => [idFor([inLists(name)]), countOf(days.length, "day")]));
  const entry = (filters: Filter[]): Entry => {
    const sentence = filters.map((filter) => filterWords(filter, byName)).join("; ");
    const target = { kind: "conditions", filters } as const;
    const texts =
      filters.length > 2
        ? { title: `All ${filters.length} conditions`, detail: sentence }
        : { title: sentence, detail: sizes.get(idFor(filters)) ?? "" };
    return { id: idFor(filters), kind: "Condition", ...texts, target };
  };
  const entries = (sets: Filter[][]) => unlike(sets.map(entry));
  const numbers = quantityFinder(catalogue);
  const inDigits: FindNamed = (text) => (/\d/.test(text) ? numbers(text) : NOTHING);
  const usual = usualFinder([...SPOKEN, ...USUAL]);
  const { byName: byWholeName, byWords } = labelFinders(catalogue);
  const { asked, named: byListName } = listFinders(lists);
  const few = readerOf([asked, inDigits, usual, byListName], isAsked);
  const all = readerOf([asked, byWholeName, numbers, usual, byWords, byListName], isAsked);
  const outcomes = outcomeFinder(catalogue);
  const questions = (text: string): Entry[] => {
    const parted = partedQuestion(text);
    const [filters] = parted ? all.question(parted.conditions).sure : [];
    if (!parted || !filters) return [];
    return outcomes(parted.outcome, parted.conditions).map((outcome) => {
      const { title, id } = entry(filters);
      const question = `${title}: ${byName.get(outcome)?.displayName}`;
      const target = { kind: "conditions", filters, outcome } as const;
      return { id: `${id} ${outcome}`, kind: "Question", title: question, detail: "", target };
    });
  };
  return {
    usual: entries([...USUAL.map(({ filter }) => [filter]), ...inEachList].filter(isAsked)),
    sure: (text) => entries(few.phrase(plainText(text)).sure),
    find: (text) => {
      const asked = questions(plainText(text));
      if (asked.length > 0) return { entries: asked, isSure: true };
      const { sure, loose } = all.question(plainText(text));
      return { entries: entries([...sure, ...loose]), isSure: sure.length > 0 };
    },
  };
}

const idFor = (filters: readonly Filter[]) => `condition ${JSON.stringify(filters)}`;

const plainText = (text: string) => text.toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ").trim();

/** Each condition once, where it comes first. */
function unlike(entries: readonly Entry[]): Entry[] {
  const ids = new Set<string>();
  return entries.filter(({ id }) => !ids.has(id) && ids.add(id));
}
