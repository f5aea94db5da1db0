import Alert from "@mui/material/Alert";
import { type Ref, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useChartsAllowed, useFeaturesByName } from "@/api/catalogue";
import type { QuizDay, QuizResult } from "@/api/generated";
import { errorText } from "@/api/request-error";
import type { Answer } from "@/kept/quiz/answers";
import { Button } from "@/kit/button";
import { useNarrow } from "@/kit/use-narrow";
import { formatDate } from "@/lib/text/format";
import { BarsTable } from "./bars-table";
import { DayPicture } from "./day-picture";
import { GuessForm } from "./guess-form";
import styles from "./quiz.module.css";
import { isClosed, useQuizGuessMutation } from "./quiz-api";
import { nextWords, outcomeWords, questionWords, scoreWords } from "./words";

interface Props {
  day: QuizDay;
  symbol: string;
  round: NonNullable<Answer["round"]>;
  /** The round's guesses so far. */
  given: number;
  /** Whether it follows another one: the focus is where the next guess is, on a phone on the question. */
  isNext: boolean;
  onNext: () => void;
}

/** A day up to a bar, a guess, and then the day to its end. */
export function GivenDay({ day, symbol, round, given, isNext, onNext }: Props) {
  const [send, { data: result, error, isLoading }] = useQuizGuessMutation();
  const [sent, setSent] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useNarrow();
  useEffect(() => {
    if (isNext) (isNarrow ? heading : field).current?.focus();
  }, [isNext, isNarrow]);
  const guess = (probability: number) => {
    setSent(probability);
    void send({ day, probability, symbol, round });
  };
  const drawing = result ? { ...day, bars: result.bars } : day;
  const number = Math.min(round.guesses, given + (result ? 0 : 1));
  return (
    <div className={styles.round}>
      <div>
        {round.guesses > 1 && (
          <p className={styles.note}>
            Guess {number} of {round.guesses}
          </p>
        )}
        <Question ref={heading} day={day} />
      </div>
      <DayPicture day={drawing} came={result?.bar ?? null} />
      <div className={styles.answer}>
        <div role="status">{result && sent !== null && <Result {...{ day, result, sent }} />}</div>
        {result && <NextButton onNext={onNext}>{nextWords(round.guesses, given)}</NextButton>}
        {!result && isClosed(error) && (
          <>
            <Alert severity="warning">{errorText(error)}</Alert>
            <NextButton onNext={onNext}>{nextWords(round.guesses, given)}</NextButton>
          </>
        )}
        {!result && !isClosed(error) && (
          <>
            {error !== undefined && !isLoading && (
              <Alert severity="error">{errorText(error)} Your guess is kept: send it again.</Alert>
            )}
            <GuessForm
              ref={field}
              isSending={isLoading}
              action={error === undefined ? "Show the day" : "Send again"}
              onGuess={guess}
            />
          </>
        )}
      </div>
      <BarsTable day={drawing} />
    </div>
  );
}

function Question({ ref, day }: { ref: Ref<HTMLHeadingElement>; day: QuizDay }) {
  const features = useFeaturesByName();
  const { time, question } = questionWords(day, features);
  return (
    <>
      <h2 ref={ref} tabIndex={-1}>
        {time} <em>{question}</em>
      </h2>
      <p className={styles.note}>{features.get(day.feature)?.plain}</p>
    </>
  );
}

interface ResultProps {
  day: QuizDay;
  result: QuizResult;
  sent: number;
}

function Result({ day, result, sent }: ResultProps) {
  const features = useFeaturesByName();
  const hasCharts = useChartsAllowed();
  return (
    <div className={styles.result}>
      <p className={styles.outcome}>
        <span data-occurred={result.occurred} aria-hidden="true">
          {result.occurred ? "●" : "○"}
        </span>{" "}
        {outcomeWords(day.feature, result, features)}
      </p>
      <p>{scoreWords(sent, result)}</p>
      <p>
        The day was <time dateTime={result.date}>{formatDate(result.date)}</time>.{" "}
        {hasCharts && <Link to={`/chart?date=${result.date}`}>Open its chart</Link>}
      </p>
    </div>
  );
}

/** Enter goes on: it has the focus once there is nothing left to guess. */
function NextButton({ onNext, children }: { onNext: () => void; children: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <div>
      <Button ref={button} look="primary" onClick={onNext}>
        {children}
      </Button>
    </div>
  );
}
