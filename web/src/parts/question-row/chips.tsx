import Close from "@mui/icons-material/Close";
import useMediaQuery from "@mui/material/useMediaQuery";
import {
  memo,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useFeaturesByName } from "@/api/catalogue";
import { Button } from "@/kit/button";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf, listed } from "@/lib/text/format";
import { clearFilter } from "@/question/apply-filters";
import { filterWords } from "@/question/filter-words";
import { type Filter, idOf, isComplete, isDates, mergeFilters, pendingFor } from "@/question/filters";
import { filterOf, selectActive, selectPending } from "@/question/filters-slice";
import styles from "./chips.module.css";
import { SCOPE_WORDS, type ScopePart } from "./scope-parts";

/** A filter whose editor is asked for, and the chip that asked. */
export interface Edited {
  filter: Filter;
  chip: HTMLElement;
}

/** What the page draws for the question: its controls come of other parts. */
export interface QuestionParts {
  /** The editor of a filter, below its chip. */
  renderEditor: (edited: Edited, close: () => void) => ReactNode;
  renderScope: (parts: readonly ScopePart[]) => ReactNode;
}

type OnEdit = (edited: Edited) => void;

type State = "active" | "pending" | "modified" | "incomplete";

interface Chip {
  filter: Filter;
  state: State;
}

/** Every filter but the dates, as it will be once what is pending is applied. They follow the field that is typed into. */
function useChips(): Chip[] {
  const active = useDeferredValue(useAppSelector(selectActive));
  const pending = useDeferredValue(useAppSelector(selectPending));
  return useMemo(() => {
    const filters = mergeFilters(active, pending).filter((filter) => !isDates(filter));
    return filters.map((filter) => ({ filter, state: stateOf(filter, active, pending) }));
  }, [active, pending]);
}

function stateOf(filter: Filter, active: readonly Filter[], pending: readonly Filter[]): State {
  const id = idOf(filter);
  if (!isComplete(filter)) return "incomplete";
  if (pendingFor(pending, id) === undefined) return "active";
  return filterOf(active, filter.replaces ?? id) ? "modified" : "pending";
}

interface FoldedProps extends Pick<QuestionParts, "renderScope"> {
  onEdit: OnEdit;
  /** The parts of the scope that have no room beside the filters. */
  folded: readonly ScopePart[];
}

interface ChipsProps extends FoldedProps {
  chips: readonly Chip[];
}

/** The filters in a row; what finds no room waits behind a button that counts it. */
export function Chips(props: FoldedProps) {
  const chips = useChips();
  const isTight = useMediaQuery("(max-width: 600px)", { noSsr: true });
  return (
    <div className={styles.question}>
      {isTight ? (
        <Counted chips={chips} {...props} />
      ) : (
        <>
          {chips.length === 0 && <span className={styles.nothing}>All days</span>}
          <Row chips={chips} {...props} />
        </>
      )}
    </div>
  );
}

const Row = memo(function Row({ chips, ...props }: ChipsProps) {
  const { onEdit, folded } = props;
  const features = useFeaturesByName();
  const list = useRef<HTMLUListElement>(null);
  const key = chips.map(({ filter, state }) => state + filterWords(filter, features)).join();
  const fitting = useFitting(list, key);
  const hidden = chips.slice(fitting);
  const more = hidden.length + folded.length;
  return (
    <>
      {chips.length > 0 && (
        <ul ref={list} className={styles.chips} aria-label="Filters of the question">
          {chips.map((chip, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a filter's id can change while it is edited, its place does not
            <ChipPlace key={at} {...chip} isHidden={at >= fitting} onEdit={onEdit} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <More
          label={`+${more}`}
          name={foldedWords(hidden.length > 0 ? [countOf(hidden.length, "more filter")] : [], folded)}
          chips={hidden}
          {...props}
        />
      )}
    </>
  );
});

const foldedWords = (filters: readonly string[], folded: readonly ScopePart[]) =>
  listed([...filters, ...folded.map((part) => SCOPE_WORDS[part])]);

/** Where no filter finds room: how many there are. */
function Counted({ chips, ...props }: ChipsProps) {
  const words = chips.length === 0 ? "All days" : countOf(chips.length, "filter");
  return <More label={words} name={foldedWords([words], props.folded)} {...{ chips, ...props }} />;
}

interface MoreProps extends ChipsProps {
  label: string;
  name: string;
}

/** The way to the whole question: it says how many of the filters it hides wait. */
function More({ label, name, chips, ...props }: MoreProps) {
  const waiting = chips.filter(({ state }) => state !== "active").length;
  const pending = waiting === 0 ? "" : `${waiting} pending`;
  return (
    <PopoverButton
      look="quiet"
      className={styles.more ?? ""}
      title="The whole question"
      aria-label={[name, pending].filter(Boolean).join(", ")}
      label={
        <span className={styles.counted}>
          {label}
          {pending && <em className={styles.state}>{pending}</em>}
        </span>
      }
      content={() => <WholeQuestion {...props} />}
    />
  );
}

/** Every filter, and those parts of the scope that have no place of their own. */
export function WholeQuestion({ onEdit, folded, renderScope }: FoldedProps) {
  return (
    <div className={styles.all}>
      <ul>
        {useChips().map((chip, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as in the row
          <ChipPlace key={at} {...chip} onEdit={onEdit} />
        ))}
      </ul>
      {renderScope(folded)}
    </div>
  );
}

/**
 * How many of a list's items fit in its first row: the others wrap below it, out of sight. The list is then as wide as
 * those, so that what follows is next to them. The observer reports a new one too, once the page has been laid out
 * and before it is painted: nobody who types waits for a layout.
 */
function useFitting(list: RefObject<HTMLUListElement | null>, key: string): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words take other room
  useLayoutEffect(() => {
    const place = list.current;
    const row = place?.parentElement;
    if (!place || !row) return;
    const measure = () => {
      // Without the button first: it may not be needed any more.
      flushSync(() => setFitting(Number.POSITIVE_INFINITY));
      const count = fitted(place);
      flushSync(() => setFitting(count));
      // The button that counts the others takes room too.
      if (count < place.children.length) flushSync(() => setFitting(fitted(place)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    return () => observer.disconnect();
  }, [list, key]);
  return fitting;
}

/** How many items of a list its first row has; the list is made as wide as those. */
function fitted(list: HTMLElement): number {
  list.style.width = "";
  const items = [...list.children] as HTMLElement[];
  const first = items.filter(({ offsetTop }) => offsetTop === items[0]?.offsetTop);
  const [start, end] = [first[0], first.at(-1)].map((item) => item?.getBoundingClientRect());
  if (start && end && first.length < items.length)
    list.style.width = `${Math.ceil(end.right - start.left)}px`;
  return first.length;
}

const STATE_WORDS: Record<State, string> = {
  active: "",
  pending: "pending",
  modified: "changed",
  incomplete: "incomplete",
};

interface PlaceProps extends Chip {
  isHidden?: boolean;
  onEdit: OnEdit;
}

const ChipPlace = memo(function ChipPlace({ filter, state, isHidden = false, onEdit }: PlaceProps) {
  const features = useFeaturesByName();
  const sentence = filterWords(filter, features);
  const said = STATE_WORDS[state];
  return (
    <li className={styles.chip} data-state={state} inert={isHidden}>
      <Button
        look="bare"
        className={styles.words ?? ""}
        aria-label={`Edit ${sentence}${said && `, ${said}`}`}
        aria-haspopup="dialog"
        data-hint={sentence}
        onClick={({ currentTarget }) => onEdit({ filter, chip: currentTarget })}
      >
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.name}>{filterWords(filter, features)}</span>
        {said && <em className={styles.state}>{said}</em>}
      </Button>
      <WayOut id={idOf(filter)} label={`${state === "active" ? "Remove" : "Discard"} ${sentence}`} />
    </li>
  );
});

function WayOut({ id, label }: { id: string; label: string }) {
  const dispatch = useAppDispatch();
  return (
    <Button look="bare" aria-label={label} onClick={() => void dispatch(clearFilter(id))}>
      <Close fontSize="inherit" />
    </Button>
  );
}
