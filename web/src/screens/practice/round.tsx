import Alert from "@mui/material/Alert";
import { nanoid } from "@reduxjs/toolkit";
import { useEffect, useMemo, useState } from "react";
import { useCatalogue } from "@/api/catalogue";
import type { QuizDay, QuizNextRequest } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { useKept } from "@/kept/kept";
import { keptAnswers } from "@/kept/quiz/answers";
import { keptRound, waitingDay } from "@/kept/quiz/round";
import { Button } from "@/kit/button";
import { GivenDay } from "./given-day";
import type { QuizParameters } from "./parameters";
import styles from "./quiz.module.css";
import { useQuizDay } from "./quiz-api";
import { RoundScore } from "./round-score";
import { answersOf } from "./scores";

interface Props {
  /** The question and the number of guesses as a text: another text is another round. */
  asks: string;
  question: QuizNextRequest;
  symbol: string;
  guesses: QuizParameters["guesses"];
}

interface Play {
  id: string;
  /** Another one is another day. */
  draw: string;
  /** The day that waited for its guess already. */
  waiting: QuizDay | null;
  isNext: boolean;
  isScored: boolean;
}

const newDay = (id: string, parts: Partial<Play> = {}): Play => ({
  ...{ id, draw: nanoid(), waiting: waitingDay(id, Date.now()), isNext: true, isScored: false },
  ...parts,
});

/** The round that was left, where it asks the same; one that is over shows its score, and a single guess none. */
function firstPlay({ asks, guesses }: Props): Play {
  const left = keptRound.load().value;
  const isOver = left && answersOf(keptAnswers.load().value, left.id).length >= guesses;
  if (left?.asks !== asks || (isOver && guesses === 1)) return newDay(nanoid(), { isNext: false });
  return newDay(left.id, { isNext: false, isScored: isOver === true });
}

/** One day after another until the round has its guesses, and then its score. */
export function Round(props: Props) {
  const { asks, question, symbol, guesses } = props;
  const [play, setPlay] = useState(() => firstPlay(props));
  const { value: kept } = useKept(keptAnswers);
  const answers = answersOf(kept, play.id);
  const isOver = answers.length >= guesses;
  const goOn = () => {
    if (!isOver) setPlay(newDay(play.id));
    else if (guesses === 1) setPlay(newDay(nanoid()));
    else setPlay(newDay(play.id, { isScored: true }));
  };
  if (isOver && play.isScored)
    return <RoundScore answers={answers} onNext={() => setPlay(newDay(nanoid()))} />;
  return (
    <NextDay key={play.draw} play={play} question={question} asks={asks} onNext={goOn}>
      {(day) => (
        <GivenDay
          day={day}
          symbol={symbol}
          round={{ id: play.id, guesses }}
          given={answers.length}
          isNext={play.isNext}
          onNext={goOn}
        />
      )}
    </NextDay>
  );
}

interface DayProps {
  play: Play;
  question: QuizNextRequest;
  asks: string;
  onNext: () => void;
  children: (day: QuizDay) => React.ReactNode;
}

/** The day that waits for its guess, or one that is drawn and waits from then on, through a reload too. */
function NextDay({ play: { id, draw, waiting }, question, asks, onNext, children }: DayProps) {
  const drawn = useMemo(() => ({ question, draw }), [question, draw]);
  const { data, error, isFetching } = useQuizDay(waiting ? null : drawn);
  useEffect(() => {
    if (data) keptRound.keep({ id, asks, day: data });
  }, [data, id, asks]);
  const { isLoading: isUnnamed } = useCatalogue();
  const day = waiting ?? data;
  const failure = isFetching ? null : errorText(error);
  if (failure)
    return (
      <div className={styles.round}>
        <Alert severity="error">{failure}</Alert>
        <div>
          <Button onClick={onNext}>Ask again</Button>
        </div>
      </div>
    );
  if (!day || isUnnamed)
    return (
      <div className={styles.round} aria-busy>
        <p>Drawing a day…</p>
        <div className={styles.picture} />
      </div>
    );
  return children(day);
}
