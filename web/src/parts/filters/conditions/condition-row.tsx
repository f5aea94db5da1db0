import { useFeaturesByName } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import { Button } from "@/kit/button";
import { useAppSelector } from "@/lib/state/hooks";
import { filterWords } from "@/question/filter-words";
import { type Filter, idOf, isGroup, stateWords, statusOf } from "@/question/filters";
import { filterOf, selectActive, selectPending } from "@/question/filters-slice";
import { ClearButton, Notes, StatusDot } from "../card/filter-card";
import styles from "./conditions.module.css";

interface Props {
  filter: Filter;
  /** Opens the editor at the element; absent where a filter has none. */
  onEdit: ((at: HTMLElement) => void) | undefined;
}

/** A condition, or a group of them, in one line: its state, its words, which open its editor, and the way out. */
export function ConditionRow({ filter, onEdit }: Props) {
  const features = useFeaturesByName();
  const id = idOf(filter);
  const pending = useAppSelector((state) => filterOf(selectPending(state), id));
  const active = useAppSelector((state) => filterOf(selectActive(state), filter.replaces ?? id));
  const status = statusOf(pending, active);
  const sentence = filterWords(filter, features);
  const feature = isGroup(filter) ? undefined : features.get(baseName(filter.feature));
  return (
    <li className={styles.row} data-line>
      <StatusDot status={status} />
      {onEdit ? (
        <Button
          look="bare"
          className={styles.words ?? ""}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onEdit(currentTarget)}
        >
          {sentence}
        </Button>
      ) : (
        <span className={styles.words}>{sentence}</span>
      )}
      <ClearButton draft={{ filter, status }} label={sentence} />
      {feature && !isGroup(filter) ? (
        <Notes feature={feature} draft={{ filter, status }} isWorded />
      ) : (
        <Lack of={filter} />
      )}
    </li>
  );
}

function Lack({ of }: { of: Filter }) {
  const words = stateWords(of);
  return words && <p className={styles.lack}>{words}</p>;
}
