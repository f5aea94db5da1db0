import Search from "@mui/icons-material/Search";
import { useMemo, useState } from "react";
import { countOf, formatDate } from "@/lib/text/format";
import { type DataDates, dayEntries, isDayText } from "./days";
import type { Entry, Target } from "./entries";
import styles from "./find.module.css";
import { matcherOf } from "./matching";
import { Palette } from "./palette";
import { typedAhead } from "./typed-ahead";
import { FIND_FIELD, NO_SUCH_DAY } from "./words";

/** More than anybody reads; the best match is first. */
const MOST_SHOWN = 40;
const MOST_CONDITIONS = 3;
/** A number that is not part of a name such as OR12. */
const AMOUNT = /(?<![\w.])[-+]?\d/;

interface Findable {
  entries: readonly Entry[];
  /** What is offered before anything is typed. */
  start: readonly Entry[];
  /** The days that can be opened; null where there is no chart. */
  dates: DataDates | null;
  /** The conditions that a text surely means. */
  conditions: (text: string) => readonly Entry[];
}

interface Props extends Findable {
  /** Whether features and days are still on their way. */
  isComing?: boolean;
  onGo: (target: Target) => void;
  onClose: () => void;
}

/** A field over the page that finds what is typed: arrows choose, Enter goes there, Escape closes. */
export function FindDialog({ onGo, onClose, isComing = false, ...findable }: Props) {
  const [text, setText] = useState(typedAhead.text);
  const found = useFound(text, findable);
  return (
    <Palette
      name="Find"
      label={FIND_FIELD}
      placeholder="Feature, day or screen"
      icon={<Search />}
      text={text}
      onText={setText}
      found={found}
      isComing={isComing}
      words={foundWords(text, found.length, findable.dates)}
      foot={
        <p className={styles.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> go <kbd>Esc</kbd> close
        </p>
      }
      onChoose={({ target }) => onGo(target)}
      onClose={onClose}
    />
  );
}

/**
 * What a text finds, the best first: days, then what matches and the conditions that are surely meant, these first
 * where an amount is named, then the way to see the cards of it alone.
 */
function useFound(text: string, { entries, start, dates, conditions }: Findable): Entry[] {
  const match = useMemo(() => matcherOf(entries), [entries]);
  return useMemo(() => {
    if (text.trim() === "") return [...start];
    const matches = isDayText(text) ? [] : match(text);
    const days = dates ? dayEntries(text, dates) : [];
    const asked = days.length > 0 ? [] : conditions(text).slice(0, MOST_CONDITIONS);
    const named = matches.slice(0, MOST_SHOWN);
    const best = AMOUNT.test(text) ? [...asked, ...named] : [...named, ...asked];
    return [...days, ...best, ...cardsEntry(text, matches)];
  }, [text, match, start, dates, conditions]);
}

function cardsEntry(text: string, matches: readonly Entry[]): Entry[] {
  const names = matches.flatMap(({ target }) => (target.kind === "feature" ? target.name : []));
  if (names.length < 2) return [];
  return [
    {
      id: "cards",
      kind: "Cards",
      title: `Show only the ${names.length} cards that match`,
      detail: "On the dashboard; one click shows all again",
      target: { kind: "cards", text: text.trim(), names },
    },
  ];
}

/** How much was found, or why nothing was. */
function foundWords(text: string, count: number, dates: DataDates | null): string {
  if (count > 0) return countOf(count, "result");
  if (dates?.sealed && dayEntries(text, dates.sealed).length > 0) return `${dates.sealed.words}.`;
  if (dates && isDayText(text))
    return `${NO_SUCH_DAY} ${formatDate(dates.first)} to ${formatDate(dates.last)}.`;
  return `Nothing found for "${text.trim()}".`;
}
