import { useDayLists } from "@/api/calls/lists-api";
import { errorText } from "@/api/request-error";
import { Check } from "@/kit/fields/check";
import { PlainSelect } from "@/kit/fields/plain-fields";
import { countOf } from "@/lib/text/format";
import { type Condition, listsOf, stateWords } from "@/question/filters";
import { IN_ANY_LIST, IN_NO_LIST } from "../words";
import { Note } from "./condition-fields";
import styles from "./filter-editor.module.css";

/** What a condition on lists is called in the place of a feature's name. */
export const LISTS_NAME = "List of days";

const OPERATORS = [
  { value: "in", label: IN_ANY_LIST },
  { value: "not_in", label: IN_NO_LIST },
];

interface Props {
  condition: Condition;
  /** The accessible name of the fields. */
  label: string;
  onEdit: (condition: Condition) => void;
}

/** Which lists of days a condition is on, and whether its days are in one of them or in none. */
export function ListFields({ condition, label, onEdit }: Props) {
  const { data, error } = useDayLists();
  const chosen = listsOf(condition);
  const lists = data?.lists ?? [];
  const isGone = (name: string) => data !== undefined && !lists.some((list) => list.name === name);
  const choose = (name: string, isOn: boolean) => {
    const { removed, ...others } = condition;
    onEdit({ ...others, value: isOn ? [...chosen, name] : chosen.filter((other) => other !== name) });
  };
  const words = stateWords(condition);
  const failure = errorText(error);
  return (
    <>
      <PlainSelect
        aria-label={`${label} operator`}
        value={condition.operator}
        choices={OPERATORS}
        onChoose={(operator) => onEdit({ ...condition, operator: operator as "in" | "not_in" })}
      />
      <fieldset className={styles.lists} aria-label={`${label}: names`}>
        {lists.map(({ name, days }) => (
          <Check
            key={name}
            label={
              <>
                {name} <span className={styles.days}>{countOf(days.length, "day")}</span>
              </>
            }
            checked={chosen.includes(name)}
            onChange={(isOn) => choose(name, isOn)}
          />
        ))}
        {chosen.filter(isGone).map((name) => (
          <Check
            key={name}
            label={`${name}: there is no such list any more`}
            checked
            onChange={() => choose(name, false)}
          />
        ))}
      </fieldset>
      {data?.lists.length === 0 && <p className={styles.asks}>There is no list of days yet.</p>}
      {failure !== null && <Note>Error loading the lists: {failure}</Note>}
      {words && <Note>{words}</Note>}
    </>
  );
}
