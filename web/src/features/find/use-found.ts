import { useMemo } from "react";
import { countOf, formatDate } from "@/lib/text/format";
import { type DataDates, dayEntries, isDayText } from "./days";
import type { Entry } from "./entries";
import { matcherOf } from "./matching";

/** More than anybody reads; what is meant stands first. */
const MOST_SHOWN = 40;

export interface Findable {
  entries: readonly Entry[];
  /** What is offered before anything is typed. */
  start: readonly Entry[];
  /** The days that can be opened; null where there is no chart. */
  dates: DataDates | null;
}

/** What a text finds, the best first: days, then what matches, then the way to see the cards of it alone. */
export function useFound(text: string, { entries, start, dates }: Findable): Entry[] {
  const match = useMemo(() => matcherOf(entries), [entries]);
  return useMemo(() => {
    if (text.trim() === "") return [...start];
    const matches = isDayText(text) ? [] : match(text);
    const days = dates ? dayEntries(text, dates) : [];
    return [...days, ...matches.slice(0, MOST_SHOWN), ...cardsEntry(text, matches)];
  }, [text, match, start, dates]);
}

function cardsEntry(text: string, matches: readonly Entry[]): Entry[] {
  const names = matches.filter(({ kind }) => kind === "Feature").map(({ alias }) => alias);
  if (names.length < 2) return [];
  return [
    {
      id: "cards",
      kind: "Cards",
      title: `Show only the ${names.length} cards that match`,
      detail: "On the dashboard; one click shows all again",
      words: "",
      alias: "",
      target: { kind: "cards", text: text.trim(), names },
    },
  ];
}

/** How much was found, or why nothing was. */
export function foundWords(text: string, count: number, dates: DataDates | null): string {
  if (count > 0) return countOf(count, "result");
  if (dates && isDayText(text))
    return `No such day: the data runs from ${formatDate(dates.first)} to ${formatDate(dates.last)}.`;
  return `Nothing found for "${text.trim()}".`;
}
