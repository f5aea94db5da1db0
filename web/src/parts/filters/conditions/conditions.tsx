import { useMemo, useRef, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import { Button } from "@/kit/button";
import { useKeptFocus } from "@/kit/use-kept-focus";
import { useNarrow } from "@/kit/use-narrow";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { filterWords } from "@/question/filter-words";
import { type Filter, featuresIn, idOf, isDates, mergeFilters } from "@/question/filters";
import { filterEdited, selectActive, selectPending } from "@/question/filters-slice";
import { type Edited, EditorPopover, editedBelow } from "../editor/editor-popover";
import { ApplyButton, ClearButtons } from "../filter-summary";
import { PendingCount } from "../pending-count";
import { ConditionRow } from "./condition-row";
import styles from "./conditions.module.css";

interface Props {
  /** Conditions that one can begin with. */
  usual: readonly { filter: Filter }[];
  /** Opens the palette of conditions. */
  onAdd: () => void;
}

/** What is set, a line each, with the field that adds to it and the actions on all of it. */
export function Conditions({ usual, onAdd }: Props) {
  const isNarrow = useNarrow();
  const place = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  const active = useAppSelector(selectActive);
  const pending = useAppSelector(selectPending);
  const shown = useMemo(() => mergeFilters(active, pending), [active, pending]);
  useKeptFocus(place, "[data-line], [data-add]", shown.length);
  return (
    <div ref={place} className={styles.conditions}>
      {shown.length > 0 ? (
        <ul className={styles.rows} aria-label="Conditions">
          {shown.map((filter) => (
            <ConditionRow
              key={filter.replaces ?? idOf(filter)}
              filter={filter}
              onEdit={isDates(filter) ? undefined : (line) => setEdited(editedBelow(line, filter))}
            />
          ))}
        </ul>
      ) : (
        <Invitation usual={usual} />
      )}
      <Button className={styles.add ?? ""} aria-haspopup="dialog" data-add onClick={onAdd}>
        Add a condition…
      </Button>
      {edited && <EditorPopover edited={edited} onClose={() => setEdited(null)} />}
      {shown.length > 0 && (
        <>
          {!isNarrow && (
            <div className={styles.apply}>
              <PendingCount />
              <ApplyButton />
            </div>
          )}
          <div className={styles.actions}>
            <ClearButtons />
          </div>
        </>
      )}
    </div>
  );
}

function Invitation({ usual }: Pick<Props, "usual">) {
  const dispatch = useAppDispatch();
  const features = useFeaturesByName();
  const known = usual.filter(({ filter }) =>
    featuresIn(filter).every((name) => features.has(baseName(name))),
  );
  return (
    <div className={styles.invitation}>
      <p>No condition is set: the answers are of all days. Add one, or begin with:</p>
      <ul className={styles.suggestions} aria-label="Conditions to begin with">
        {known.map(({ filter }) => (
          <li key={idOf(filter)}>
            <Button onClick={() => dispatch(filterEdited(filter))}>{filterWords(filter, features)}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
