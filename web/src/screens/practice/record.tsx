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
import { GuessTable } from "./guess-table";
import styles from "./quiz.module.css";
import { type PlayedRound, roundsIn, scoresOf, streak } from "./scores";
import { recordWords, roundWords } from "./words";

/** Rounds that are listed, the newest ones. */
const MOST_SHOWN = 10;

/** The answers given so far, how good they are, and what may be done with them. */
export function Record() {
  const { value: answers } = useKept(keptAnswers);
  const features = useFeaturesByName();
  const [isAsking, setAsking] = useState(false);
  const rounds = useMemo(() => roundsIn(answers), [answers]);
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
          <Calibration answers={answers} />
          {answers.length < SMALL && (
            <p className={styles.few}>Fewer than {SMALL} answers: this says little yet.</p>
          )}
        </>
      )}
      {rounds.slice(0, MOST_SHOWN).map((round) => (
        <RoundLine key={round.id} round={round} />
      ))}
      <p className={styles.note}>
        Kept in this browser, at most {formatCount(MOST_ANSWERS)}; the oldest go. The penalty is the squared
        distance of the guess from what came, in percent (Brier score): 50% always costs 25.
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

/** A round that is over in one line; its guesses once it is opened. */
function RoundLine({ round: { answers } }: { round: PlayedRound }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{roundWords(answers)}</summary>
      {isOpen && <GuessTable answers={answers} />}
    </details>
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
