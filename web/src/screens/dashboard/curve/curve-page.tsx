import Alert from "@mui/material/Alert";
import Skeleton from "@mui/material/Skeleton";
import { type ReactNode, useMemo } from "react";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import type { SelectionKey } from "@/api/data-api";
import { errorText } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { useAppSelector } from "@/lib/state/hooks";
import { AskedFilters } from "@/parts/probability/asked-filters";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import { useAsked } from "./asked";
import { Choices } from "./choices";
import styles from "./curve.module.css";
import { useCurve } from "./curve-api";
import { Drawn } from "./drawn";
import { Notes } from "./notes";
import { isMeasured, isOutcome, type Subjects, subjectsOf } from "./subjects";
import { type Moved, useMoved } from "./use-cut";

/** How often an outcome comes along a feature's values on the days of the dashboard's filters, and at a cut. */
export function CurvePage({ children }: { children?: ReactNode }) {
  const limits = useCatalogue().data?.profile_limits;
  return (
    <div className={styles.page}>
      <header>
        <h1>Curve</h1>
        <AskedFilters className={styles.note} />
      </header>
      {limits?.features.curve === false && <p>Your plan does not include the curve.</p>}
      {limits?.features.curve && <Asking />}
      {children}
    </div>
  );
}

function Asking() {
  const [asked, ask] = useAsked();
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
          {...{ selection, subjects, cut: asked.cut, moved }}
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
}

function Answer({ selection, subjects, cut, moved }: AnswerProps) {
  const { by, outcome, label } = subjects;
  const along = { by: by.name, outcome: outcome.name, ...(label !== null && { label }) };
  const { data, isFetching, error, refetch } = useCurve(selection, along);
  const failure = isFetching ? null : errorText(error);
  if (failure) return <Failed onRetry={refetch}>{failure}</Failed>;
  if (!data) return <Skeleton className={styles.coming ?? ""} aria-label="Loading the curve" role="status" />;
  return (
    <div className={styles.answer} data-stale={isFetching} aria-busy={isFetching}>
      {data.points.length > 0 && <Drawn {...{ selection, subjects, along, cut, moved }} curve={data} />}
      <Notes answer={data} subjects={subjects} />
    </div>
  );
}
