import { useMemo, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { useKept } from "@/kept/kept";
import { keptAnswers, MOST_ANSWERS } from "@/kept/quiz/answers";
import { answersEmptied } from "@/kept/quiz/keep-answers";
import { Button } from "@/kit/button";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppDispatch } from "@/lib/state/hooks";
import { saveFile } from "@/lib/storage/save-file";
import { countOf, formatCount } from "@/lib/text/format";
import { SMALL } from "@/question/figures/wilson";
import { Calibration } from "./calibration";
import { csvOf } from "./csv";
import styles from "./quiz.module.css";
import { calibration, scoresOf, streak } from "./scores";
import { recordWords } from "./words";

/** The answers given so far, how good they are, and what may be done with them. */
export function Record() {
  const { value: answers } = useKept(keptAnswers);
  const features = useFeaturesByName();
  const [isAsking, setAsking] = useState(false);
  const bins = useMemo(() => calibration(answers), [answers]);
  const words = useMemo(() => recordWords(scoresOf(answers), streak(answers)), [answers]);
  const save = () => {
    const file = new Blob([csvOf(answers, features)], { type: "text/csv;charset=utf-8" });
    saveFile(file, "session-almanac-quiz.csv");
  };
  return (
    <section className={styles.record} aria-labelledby="quiz-record">
      <h2 id="quiz-record">Your answers</h2>
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {answers.length > 0 && (
        <>
          <Calibration bins={bins} />
          {answers.length < SMALL && (
            <p className={styles.few}>Fewer than {SMALL} answers: this says little yet.</p>
          )}
        </>
      )}
      <p className={styles.note}>
        Kept in this browser, at most {formatCount(MOST_ANSWERS)}; the oldest go. A score is the squared
        distance of the guess from what came: 0 is best, 1 worst, and 50% always has 0.25.
      </p>
      <div className={styles.ways}>
        <Button look="quiet" disabled={answers.length === 0} onClick={save}>
          Save as CSV
        </Button>
        <Button
          look="quiet"
          aria-haspopup="dialog"
          disabled={answers.length === 0}
          onClick={() => setAsking(true)}
        >
          Empty
        </Button>
      </div>
      {isAsking && <EmptyDialog count={answers.length} onClose={() => setAsking(false)} />}
    </section>
  );
}

function EmptyDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const empty = () => {
    dispatch(answersEmptied());
    onClose();
  };
  return (
    <Dialog title="Empty your answers" onClose={onClose}>
      <p>Are you sure? {countOf(count, "answer")} will be forgotten, and counting begins again at 0.</p>
      <div className={styles.ways}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={empty}>
          Empty
        </Button>
      </div>
    </Dialog>
  );
}
