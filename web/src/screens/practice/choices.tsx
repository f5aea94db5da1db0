import { Link } from "react-router";
import { useKnownLists } from "@/api/calls/lists-api";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import { ROUND_GUESSES } from "@/kept/quiz/answers";
import { LabelledSelect } from "@/kit/fields/fields";
import { useAppSelector } from "@/lib/state/hooks";
import { capitalise } from "@/lib/text/format";
import { barWords } from "@/question/as-of";
import { filterWords } from "@/question/filter-words";
import { selectActive } from "@/question/filters-slice";
import { askable } from "./askable";
import { BARS, type QuizParameters } from "./parameters";
import styles from "./quiz.module.css";
import { phraseOf } from "./words";

const CHANCE = "By chance";
const DAYS = [
  { value: "any", label: "Any day" },
  { value: "matching", label: "Days that match the filters" },
];
/** What the value of a choice of a list begins with. */
const LIST = "list ";
const GUESS_CHOICES = ROUND_GUESSES.map((guesses) => ({
  value: String(guesses),
  label: guesses === 1 ? "One guess" : `${guesses} guesses`,
}));
const BAR_CHOICES = BARS.map((bar) => ({ value: String(bar), label: capitalise(barWords(bar)) }));

interface Props {
  parameters: QuizParameters;
  onAsk: (change: Partial<QuizParameters>) => void;
}

/** Of how many guesses a round is, from which days, up to which bar, and which question; another choice is another round. */
export function Choices({ parameters, onAsk }: Props) {
  const { days, list, bar, guesses } = parameters;
  const all = useCatalogue().data?.features ?? [];
  const features = useFeaturesByName();
  const lists = useKnownLists();
  const names = new Set([...lists.map(({ name }) => name), ...(list === null ? [] : [list])]);
  const named = new Set(askable(all, bar).map(({ name }) => name));
  if (parameters.feature !== null) named.add(parameters.feature);
  return (
    <>
      <div className={styles.choices}>
        <LabelledSelect
          label="Round"
          value={String(guesses)}
          choices={GUESS_CHOICES}
          onChoose={(chosen) =>
            onAsk({ guesses: ROUND_GUESSES.find((each) => String(each) === chosen) ?? 1 })
          }
        />
        <LabelledSelect
          label="Days"
          value={list === null ? days : LIST + list}
          choices={[...DAYS, ...[...names].map((name) => ({ value: LIST + name, label: `List ${name}` }))]}
          onChoose={(chosen) =>
            onAsk(
              chosen.startsWith(LIST)
                ? { days: "any", list: chosen.slice(LIST.length) }
                : { days: chosen === "matching" ? "matching" : "any", list: null },
            )
          }
        />
        <LabelledSelect
          label="Known up to"
          value={bar === null ? "" : String(bar)}
          emptyLabel={CHANCE}
          choices={BAR_CHOICES}
          onChoose={(chosen) => onAsk({ bar: chosen === "" ? null : Number(chosen) })}
        />
        <LabelledSelect
          label="Question"
          value={parameters.feature ?? ""}
          emptyLabel={CHANCE}
          choices={[...named].map((name) => ({ value: name, label: phraseOf(name, features) }))}
          onChoose={(feature) => onAsk({ feature: feature || null })}
        />
      </div>
      {list === null && days === "matching" && <Matching />}
    </>
  );
}

/** The filters that a day must match, and the way to change them. */
function Matching() {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const words = active.map((filter) => filterWords(filter, features));
  return (
    <p className={styles.note}>
      {words.length === 0 ? "No filter is set: all days." : `${words.join(", ")}.`}{" "}
      <Link to="/dashboard">Change the filters</Link>
    </p>
  );
}
