import Close from "@mui/icons-material/Close";
import Search from "@mui/icons-material/Search";
import Dialog from "@mui/material/Dialog";
import useAutocomplete from "@mui/material/useAutocomplete";
import { type HTMLAttributes, type KeyboardEvent, useMemo, useState } from "react";
import { countOf, formatDate } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { shellElement } from "@/lib/ui/overlays/shell-element";
import { type DataDates, dayEntries, isDayText } from "./days";
import type { Entry, Target } from "./entries";
import styles from "./find.module.css";
import { matcherOf } from "./matching";

/** More than anybody reads; what is meant stands first. */
const MOST_SHOWN = 40;

/** The field stays where it is while the list below it grows and shrinks. */
const AT_TOP = { alignItems: "flex-start" };
const SIZE = {
  width: { xs: "calc(100vw - 16px)", sm: "min(640px, calc(100vw - 32px))" },
  maxWidth: "none",
  maxHeight: { xs: "calc(100% - 16px)", sm: "min(560px, calc(100% - 96px))" },
  margin: { xs: "8px", sm: "80px 16px 16px" },
};

interface Findable {
  entries: readonly Entry[];
  /** What is offered before anything is typed. */
  start: readonly Entry[];
  /** The days that can be opened; null where there is no chart. */
  dates: DataDates | null;
}

interface Props extends Findable {
  onGo: (target: Target) => void;
  onClose: () => void;
}

/** A field over the page that finds what is typed: arrows choose, Enter goes there, Escape closes. */
export function FindDialog({ onGo, onClose, ...findable }: Props) {
  const [text, setText] = useState("");
  const found = useFound(text, findable);
  const list = useAutocomplete<Entry>({
    id: "find",
    open: true,
    options: found,
    value: null,
    inputValue: text,
    autoHighlight: true,
    handleHomeEndKeys: false,
    filterOptions: (options) => options,
    getOptionLabel: ({ title }) => title,
    getOptionKey: ({ id }) => id,
    onInputChange: (_, typed, reason) => reason === "input" && setText(typed),
    onChange: (_, entry) => entry && onGo(entry.target),
    onClose: (_, reason) => reason === "escape" && onClose(),
  });
  const label = list.getInputLabelProps();
  const input = list.getInputProps();
  return (
    <Dialog
      open
      container={shellElement}
      onClose={onClose}
      onKeyDown={(event) => closeOnKey(event, onClose)}
      transitionDuration={0}
      slotProps={{
        container: { sx: AT_TOP },
        paper: { className: styles.paper, sx: SIZE, "aria-label": "Find" },
      }}
    >
      <div {...list.getRootProps()} className={styles.head}>
        <Search />
        <label {...label} htmlFor={input.id} className="visually-hidden">
          Find a feature, day, preset or screen
        </label>
        <input {...input} className={styles.input} placeholder="Feature, day or screen" autoFocus />
        <Button look="bare" aria-label="Close" onClick={onClose}>
          <Close fontSize="inherit" />
        </Button>
      </div>
      {found.length > 0 && (
        <ul {...list.getListboxProps()} className={styles.list}>
          {found.map((entry, index) => {
            const { key, ...option } = list.getOptionProps({ option: entry, index });
            return <FoundEntry key={key} entry={entry} {...option} />;
          })}
        </ul>
      )}
      <footer className={styles.foot}>
        <p role="status">{foundWords(text, found.length, findable.dates)}</p>
        <p className={styles.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> go <kbd>Esc</kbd> close
        </p>
      </footer>
    </Dialog>
  );
}

/** The key that opens the palette closes it, and does not reach the browser's own search. */
function closeOnKey(event: KeyboardEvent, close: () => void) {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

/** One line of what was found: its name, what it is about, and what kind of thing it is. */
function FoundEntry({ entry, ...option }: HTMLAttributes<HTMLLIElement> & { entry: Entry }) {
  return (
    <li {...option} className={styles.entry}>
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.kind}>{entry.kind}</span>
      <span className={styles.detail}>{entry.detail}</span>
    </li>
  );
}

/** What a text finds, the best first: days, then what matches, then the way to see the cards of it alone. */
function useFound(text: string, { entries, start, dates }: Findable): Entry[] {
  const match = useMemo(() => matcherOf(entries), [entries]);
  return useMemo(() => {
    if (text.trim() === "") return [...start];
    const matches = isDayText(text) ? [] : match(text);
    const days = dates ? dayEntries(text, dates) : [];
    return [...days, ...matches.slice(0, MOST_SHOWN), ...cardsEntry(text, matches)];
  }, [text, match, start, dates]);
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
    return `No such day: the data runs from ${formatDate(dates.first)} to ${formatDate(dates.last)}.`;
  return `Nothing found for "${text.trim()}".`;
}
