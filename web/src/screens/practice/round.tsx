import Alert from "@mui/material/Alert";
import { type Ref, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useCatalogue, useChartsAllowed, useFeaturesByName } from "@/api/catalogue";
import type { QuizDay, QuizResult } from "@/api/generated";
import { errorText, isUnanswered } from "@/api/request-error";
import { Button } from "@/kit/button";
import { useNarrow } from "@/kit/use-narrow";
import { formatDate } from "@/lib/text/format";
import { BarsTable } from "./bars-table";
import { DayPicture } from "./day-picture";
import { GuessForm } from "./guess-form";
import styles from "./quiz.module.css";
import { type Drawn, useQuizDay, useQuizGuessMutation } from "./quiz-api";
import { outcomeWords, questionWords, scoreWords } from "./words";

interface Props {
  drawn: Drawn;
  symbol: string;
  /** Whether it follows another one: the focus is where the next guess is, on a phone on the question. */
  isNext: boolean;
  onNext: () => void;
}

/** A day up to a bar, a guess, and then the day to its end. */
export function Round({ drawn, symbol, isNext, onNext }: Props) {
  const { data, error, isFetching } = useQuizDay(drawn);
  const { isLoading: isUnnamed } = useCatalogue();
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
  if (!data || isUnnamed)
    return (
      <div className={styles.round} aria-busy>
        <p>Drawing a day…</p>
        <div className={styles.picture} />
      </div>
    );
  return <Asking day={data} {...{ symbol, isNext, onNext }} />;
}

function Asking({ day, symbol, isNext, onNext }: Omit<Props, "drawn"> & { day: QuizDay }) {
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
    void send({ day, probability, symbol });
  };
  const drawing = result ? { ...day, bars: result.bars } : day;
  return (
    <div className={styles.round}>
      <Question ref={heading} day={day} />
      <DayPicture day={drawing} came={result?.bar ?? null} />
      <div className={styles.answer}>
        <div role="status">{result && sent !== null && <Result {...{ day, result, sent }} />}</div>
        {result && <NextButton onNext={onNext} />}
        {!result && isClosed(error) && <Closed words={errorText(error)} onNext={onNext} />}
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

/** Whether the service says that this day cannot be answered any more: a call that was not answered may be made again. */
function isClosed(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === "number" && !isUnanswered(status) && status < 500 && status !== 429;
}

function Question({ ref, day }: { ref: Ref<HTMLHeadingElement>; day: QuizDay }) {
  const features = useFeaturesByName();
  const { lead, name, rest } = questionWords(day, features);
  const plain = features.get(day.feature)?.plain;
  return (
    <div>
      <h2 ref={ref} tabIndex={-1}>
        {lead} <em>{name}</em> {rest}
      </h2>
      <p className={styles.note}>{plain}</p>
    </div>
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

function Closed({ words, onNext }: { words: string | null; onNext: () => void }) {
  return (
    <>
      <Alert severity="warning">{words}</Alert>
      <NextButton onNext={onNext} />
    </>
  );
}

/** Enter goes on: it has the focus once there is nothing left to guess. */
function NextButton({ onNext }: { onNext: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <div>
      <Button ref={button} look="primary" onClick={onNext}>
        Next day
      </Button>
    </div>
  );
}
