import Alert from "@mui/material/Alert";
import { useFeaturesByName } from "@/api/catalogue";
import type { CurveAnswer, GroupRate } from "@/api/generated";
import { AdrPoints, isOfAdr } from "@/kit/adr-points";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { asRead } from "@/lib/text/format";
import { Track } from "@/parts/probability/elements/rates";
import { readInterval, toPercent } from "@/question/figures/format";
import { filterWords } from "@/question/filter-words";
import type { Filter } from "@/question/filters";
import { filterEdited, filterOn, selectActive, selectPending } from "@/question/filters-slice";
import styles from "./curve.module.css";
import { CutLooks } from "./cut-looks";
import { nearest } from "./decile-table";
import type { Subjects } from "./subjects";
import { cutWords, differenceWords, pointWords, rateWords, untestedWords } from "./words";

interface Props {
  subjects: Subjects;
  /** The current cut; its figures may be on their way. */
  at: number;
  answer: CurveAnswer;
  isStale: boolean;
}

/** The two sides of a cut; figures of a cut before stay, dimmed, until those of this one are there. */
export function CutPanel({ subjects, at, answer, isStale }: Props) {
  const { by } = subjects;
  const { cut, points } = answer;
  const untested = untestedWords(answer, subjects, useFeaturesByName());
  return (
    <section className={styles.cut} aria-label="Cut">
      <div className={styles.figures} data-stale={isStale} aria-busy={isStale} role="status">
        {cut && (
          <>
            <Side name={`Below ${cutWords(cut.value, by)}`} rate={cut.below} />
            <Side name={`From ${cutWords(cut.value, by)} on`} rate={cut.above} />
            <p>{differenceWords(cut, by)}</p>
            {cut.difference && !untested && <p>{asRead(cut.verdict.words)}</p>}
            {untested && <Alert severity="info">{untested}</Alert>}
          </>
        )}
      </div>
      <p className={styles.note}>{pointWords(nearest(points, at), by)}</p>
      {isOfAdr(by) && <AdrPoints of="Cut at " percents={[Number(at.toFixed(1))]} />}
      <UseAsFilter subjects={subjects} at={at} />
      <CutLooks subjects={subjects} cut={isStale ? null : cut} />
    </section>
  );
}

function Side({ name, rate }: { name: string; rate: GroupRate }) {
  const percentage = toPercent(rate.occurrence);
  return (
    <div className={styles.side}>
      <span>{name}</span>
      <Track
        percentage={percentage}
        interval={readInterval(rate, percentage)}
        others={undefined}
        shape="dot"
      />
      <span>{rateWords(rate)}</span>
    </div>
  );
}

/** Either side of the cut as a filter that waits for Apply. */
function UseAsFilter({ subjects: { by }, at }: Pick<Props, "subjects" | "at">) {
  const dispatch = useAppDispatch();
  const features = useFeaturesByName();
  const pending = filterOn(useAppSelector(selectPending), by.name);
  const active = filterOn(useAppSelector(selectActive), by.name);
  const side = (operator: "<" | ">="): Filter => ({ feature: by.name, operator, value: at });
  const instead = active ? `, in place of ${filterWords(active, features)}` : "";
  return (
    <div className={styles.use}>
      {([">=", "<"] as const).map((operator) => (
        <Button key={operator} onClick={() => dispatch(filterEdited(side(operator)))}>
          {`Use ${operator === "<" ? "<" : "≥"} ${cutWords(at, by)} as filter`}
        </Button>
      ))}
      <p role="status">
        {pending && !pending.removed && `${filterWords(pending, features)} waits for Apply${instead}.`}
      </p>
    </div>
  );
}
