import { Link } from "react-router";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import { LabelledSelect } from "@/kit/fields/fields";
import { useAppSelector } from "@/lib/state/hooks";
import { capitalise } from "@/lib/text/format";
import { barWords } from "@/question/as-of";
import { filterWords } from "@/question/filter-words";
import { selectActive } from "@/question/filters-slice";
import { askable } from "./askable";
import { BARS, type QuizParameters } from "./parameters";
import styles from "./quiz.module.css";
import { featureLabel } from "./words";

const CHANCE = "By chance";
const DAYS = [
  { value: "any", label: "Any day" },
  { value: "matching", label: "Days that match the filters" },
];
const BAR_CHOICES = BARS.map((bar) => ({ value: String(bar), label: capitalise(barWords(bar)) }));

interface Props {
  parameters: QuizParameters;
  onAsk: (change: Partial<QuizParameters>) => void;
}

/** Which days, up to which bar, and which question; another choice is another day. */
export function Choices({ parameters, onAsk }: Props) {
  const all = useCatalogue().data?.features ?? [];
  const features = useFeaturesByName();
  const named = askable(all, parameters.bar).map(({ name }) => ({
    value: name,
    label: featureLabel(name, features),
  }));
  const isNamed = parameters.feature === null || named.some(({ value }) => value === parameters.feature);
  const others = isNamed
    ? []
    : [{ value: parameters.feature ?? "", label: featureLabel(parameters.feature ?? "", features) }];
  return (
    <>
      <div className={styles.choices}>
        <LabelledSelect
          label="Days"
          value={parameters.days}
          choices={DAYS}
          onChoose={(days) => onAsk({ days: days === "matching" ? "matching" : "any" })}
        />
        <LabelledSelect
          label="Shown up to"
          value={parameters.bar === null ? "" : String(parameters.bar)}
          emptyLabel={CHANCE}
          choices={BAR_CHOICES}
          onChoose={(bar) => onAsk({ bar: bar === "" ? null : Number(bar) })}
        />
        <LabelledSelect
          label="Question"
          value={parameters.feature ?? ""}
          emptyLabel={CHANCE}
          choices={[...others, ...named]}
          onChoose={(feature) => onAsk({ feature: feature || null })}
        />
      </div>
      {parameters.days === "matching" && <Matching />}
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
