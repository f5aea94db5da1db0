import Close from "@mui/icons-material/Close";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { useAppSelector } from "@/lib/state/hooks";
import { contradictionOf } from "@/question/contradiction";
import { filterWords } from "@/question/filter-words";
import {
  type Condition,
  conditionsIn,
  type Filter,
  type FilterStatus,
  idOf,
  isDates,
  isGroup,
  isOfLists,
  stateWords,
} from "@/question/filters";
import { selectActive, selectNextActive, selectPending } from "@/question/filters-slice";
import { DateRangePicker } from "../date-range-picker";
import { contradictionWords } from "../words";
import { AddCondition } from "./add-condition";
import { ConditionFields, Note } from "./condition-fields";
import styles from "./filter-editor.module.css";
import { isNot, negated, type Taken, withMember, withMore } from "./group-edits";
import { GroupFields } from "./group-fields";
import { LISTS_NAME, ListFields } from "./list-fields";
import { useEditedFilter } from "./use-edited-filter";

export interface EditorProps {
  /** An active filter, a pending one, or a blank one on a feature. */
  filter: Filter;
  onClose: () => void;
}

export default function EditorPanel({ filter: given, onClose }: EditorProps) {
  const features = useFeaturesByName();
  const id = useId();
  const { filter, status, put, clear } = useEditedFilter(given, features);
  const place = useKeptFocus(filter);
  return (
    <section ref={place} tabIndex={-1} className={styles.editor} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{titleOf(filter, features)}</h2>
        <Button look="bare" aria-label="Close" onClick={onClose}>
          <Close fontSize="inherit" />
        </Button>
      </header>
      {isDates(filter) ? <DateRangePicker /> : <Fields {...{ filter, features, put }} />}
      {isGroup(filter) && filter.removed && <Note>{stateWords(filter)}</Note>}
      <Contradiction {...{ filter, features }} onTakeBack={clear} />
      <footer className={styles.foot}>
        {status !== "none" && (
          <Button look="quiet" onClick={clear}>
            {CLEARS[status]}
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </footer>
    </section>
  );
}

function titleOf(filter: Filter, features: ReadonlyMap<string, Feature>): string | undefined {
  if (isDates(filter)) return "Dates";
  if (isGroup(filter) && !isNot(filter)) return "Several conditions";
  const [first] = conditionsIn(filter);
  if (first && isOfLists(first)) return LISTS_NAME;
  return first && (features.get(baseName(first.feature))?.displayName ?? first.feature);
}

/** Where an edit takes away what had the focus, the editor has it. */
function useKeptFocus(filter: Filter) {
  const place = useRef<HTMLElement>(null);
  const before = useRef(filter);
  useEffect(() => {
    const isEdited = before.current !== filter;
    before.current = filter;
    if (isEdited && document.activeElement === document.body) place.current?.focus();
  }, [filter]);
  return place;
}

const CLEARS: Record<Exclude<FilterStatus, "none">, string> = {
  pending: "Discard filter",
  active: "Remove filter",
  modified: "Undo the change",
};

interface FieldsProps {
  filter: Filter;
  features: ReadonlyMap<string, Feature>;
  put: (filter: Filter) => void;
}

function Fields({ filter, features, put }: FieldsProps) {
  const add = (condition: Condition) => put(withMore(filter, condition));
  const isSeveral = isGroup(filter) && !isNot(filter);
  const taken = useTaken(filter);
  const place = useRef<HTMLDivElement>(null);
  useFocusOnNew(place, conditionsIn(filter).length);
  return (
    <div ref={place} className={styles.fields}>
      {isSeveral ? (
        <GroupFields group={filter} features={features} taken={taken} onEdit={put} />
      ) : (
        <OneCondition {...{ filter, features, put, taken }} />
      )}
      <AddCondition label={adds(filter)} onAdd={add} />
    </div>
  );
}

/** A condition that was added is filled in next. */
function useFocusOnNew(place: RefObject<HTMLElement | null>, count: number) {
  const before = useRef(count);
  useEffect(() => {
    const isMore = count > before.current;
    before.current = count;
    const last = [...(place.current?.querySelectorAll("[data-member]") ?? [])].at(-1);
    if (isMore) last?.querySelector<HTMLElement>("[data-fields] :is(select, input, button)")?.focus();
  }, [place, count]);
}

function adds(filter: Filter): string {
  if (!isGroup(filter) || filter.kind === "any_of") return "Or another condition…";
  return filter.kind === "none_of" ? "Nor another condition…" : "Another condition…";
}

/** A condition that is asked alone, or that it does not hold. */
function OneCondition({ filter, features, put, taken }: FieldsProps & { taken: Taken }) {
  const [condition] = conditionsIn(filter);
  const feature = condition && features.get(baseName(condition.feature));
  if (!condition || features.size === 0) return null;
  const edit = (next: Condition) => put(withMember(filter, 0, next));
  if (isOfLists(condition)) return <OneList {...{ filter, condition, taken, put }} onEdit={edit} />;
  if (!feature) return <Note>This feature is not available here.</Note>;
  return (
    <>
      <p className={styles.asks}>
        {feature.plain} Known {feature.known_words}.
      </p>
      <div className={styles.fields}>
        <ConditionFields
          {...{ condition, feature }}
          {...(!isGroup(filter) && { taken })}
          label={feature.displayName}
          onEdit={edit}
        />
        <Check
          label="Not: days on which this does not hold"
          checked={isNot(filter)}
          onChange={() => put(negated(filter, taken))}
        />
      </div>
    </>
  );
}

interface OneListProps extends Pick<FieldsProps, "filter" | "put"> {
  condition: Condition;
  taken: Taken;
  onEdit: (condition: Condition) => void;
}

/** Lists of days that are asked alone. */
function OneList({ filter, condition, taken, put, onEdit }: OneListProps) {
  return (
    <>
      <p className={styles.asks}>Days that somebody chose, with the whole day in sight.</p>
      <ListFields condition={condition} label="Lists of days" onEdit={onEdit} />
      {isNot(filter) && (
        <Check
          label="Not: days on which this does not hold"
          checked
          onChange={() => put(negated(filter, taken))}
        />
      )}
    </>
  );
}

/** The ids of the other filters that are pending or active. */
function useTaken(filter: Filter): Taken {
  const pending = useAppSelector(selectPending);
  const active = useAppSelector(selectActive);
  return new Set(
    [...pending, ...active].map(idOf).filter((id) => id !== idOf(filter) && id !== filter.replaces),
  );
}

interface ContradictionProps {
  filter: Filter;
  features: ReadonlyMap<string, Feature>;
  onTakeBack: () => void;
}

/** What no day can match, said before it is asked, with the way back. */
function Contradiction({ filter, features, onTakeBack }: ContradictionProps) {
  const next = useAppSelector(selectNextActive);
  const denied = contradictionOf(filter, next);
  if (!denied) return null;
  return (
    <div className={styles.contradiction}>
      <Note>{contradictionWords(filterWords(denied, features))}</Note>
      <Button onClick={onTakeBack}>Take this back</Button>
    </div>
  );
}
