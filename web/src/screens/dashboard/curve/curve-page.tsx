import Alert from "@mui/material/Alert";
import { useMemo } from "react";
import { useParameters } from "@/address/parameters";
import { useFeaturesByName } from "@/api/catalogue";
import { type SelectionKey, SHOWN } from "@/api/data-api";
import { useCurveQuery } from "@/api/generated";
import { untilRenewed } from "@/api/request-error";
import { Coming, Loaded, Screen } from "@/kit/screen";
import { useAppSelector } from "@/lib/state/hooks";
import { ApplyBar } from "@/parts/filters/pending-count";
import { FilterSentence } from "@/parts/probability/filter-sentence";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import { Choices } from "./choices";
import styles from "./curve.module.css";
import { Drawn } from "./drawn";
import { Notes } from "./notes";
import { CURVE } from "./parameters";
import { isMeasured, isOutcome, type Subjects, subjectsOf } from "./subjects";
import { type Moved, useMoved } from "./use-cut";

/** How often an outcome comes along a feature's values on the days of the dashboard's filters, and at a cut. */
export default function CurvePage() {
  return (
    <Screen
      title="By value"
      head={<FilterSentence className={styles.note} />}
      foot={<ApplyBar />}
      className={styles.page}
    >
      <Asking />
    </Screen>
  );
}

function Asking() {
  const [asked, ask] = useParameters(CURVE);
  const features = useFeaturesByName();
  const selection = useSelectionKey(useAppSelector(selectActive));
  const subjects = useMemo(() => subjectsOf(asked, features), [asked, features]);
  const moved = useMoved(asked.cut, asked.by, ask);
  const isKnown = typeof subjects !== "string";
  const named = (name: string | null, fits: typeof isMeasured) => {
    const feature = features.get(name ?? "");
    return feature && fits(feature) ? feature : null;
  };
  return (
    <>
      <Choices
        by={isKnown ? subjects.by : named(asked.by, isMeasured)}
        outcome={isKnown ? subjects.outcome : named(asked.outcome, isOutcome)}
        label={isKnown ? subjects.label : null}
        onAsk={ask}
      />
      {!isKnown && <Alert severity="error">{subjects}</Alert>}
      {isKnown && selection && (
        <Answer
          key={`${subjects.by.name} ${subjects.outcome.name} ${subjects.label}`}
          {...{ selection, subjects, cut: asked.cut, moved, isPointwise: asked.isPointwise }}
          onPointwise={(isPointwise) => ask({ isPointwise })}
        />
      )}
    </>
  );
}

interface AnswerProps {
  selection: SelectionKey;
  subjects: Subjects;
  cut: number | null;
  moved: Moved;
  /** Whether the band is of each point alone. */
  isPointwise: boolean;
  onPointwise: (isPointwise: boolean) => void;
}

function Answer({ selection, subjects, isPointwise, ...cutting }: AnswerProps) {
  const { by, outcome, label } = subjects;
  const along = { by: by.name, outcome: outcome.name, ...(label !== null && { label }) };
  const query = untilRenewed(useCurveQuery({ curveRequest: { ...selection, ...along } }, SHOWN));
  return (
    <Loaded
      query={query}
      loading={<Coming label="Loading the curve" height={420} />}
      className={styles.answer}
    >
      {(curve) => (
        <>
          {curve.points.length > 0 && (
            <Drawn {...{ selection, subjects, along, curve, isPointwise, ...cutting }} />
          )}
          <Notes answer={curve} subjects={subjects} />
        </>
      )}
    </Loaded>
  );
}
