import { nanoid } from "@reduxjs/toolkit";
import { useMemo, useState } from "react";
import { useParameters } from "@/address/parameters";
import type { SelectionKey } from "@/api/data-api";
import { useUnreadAnswers } from "@/kept/quiz/keep-answers";
import { Screen } from "@/kit/screen";
import { useAppSelector } from "@/lib/state/hooks";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import { Choices } from "./choices";
import { QUIZ, type QuizParameters } from "./parameters";
import styles from "./quiz.module.css";
import { Record } from "./record";
import { Round } from "./round";

const NO_FILTERS: [] = [];

/** How likely is it? A day up to a bar, a probability, the day to its end, and how good the guesses are. */
export default function QuizPage() {
  const [parameters, ask] = useParameters(QUIZ);
  const active = useAppSelector(selectActive);
  const selection = useSelectionKey(parameters.days === "matching" ? active : NO_FILTERS);
  useUnreadAnswers();
  return (
    <Screen
      title="Practice"
      head={
        <p className={styles.note}>
          You see the start of a past day. How likely is what is asked? Then you see the rest.
        </p>
      }
      className={styles.page}
    >
      <Choices parameters={parameters} onAsk={ask} />
      {selection && <Rounds selection={selection} parameters={parameters} />}
      <Record />
    </Screen>
  );
}

/** One day after another; other choices or filters draw again, newer data do not. */
function Rounds({ selection, parameters }: { selection: SelectionKey; parameters: QuizParameters }) {
  const { filters, symbol } = selection;
  const text = JSON.stringify({
    filters,
    symbol,
    ...(parameters.bar !== null && { as_of: parameters.bar }),
    ...(parameters.feature !== null && { feature: parameters.feature }),
  });
  const [draw, setDraw] = useState({ id: nanoid(), after: "" });
  const drawn = useMemo(() => ({ question: JSON.parse(text), draw: draw.id }), [text, draw.id]);
  return (
    <Round
      key={draw.id + text}
      drawn={drawn}
      symbol={symbol}
      isNext={draw.after === text}
      onNext={() => setDraw({ id: nanoid(), after: text })}
    />
  );
}
