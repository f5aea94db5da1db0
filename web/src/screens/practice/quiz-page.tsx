import { useMemo } from "react";
import { useParameters } from "@/address/parameters";
import type { SelectionKey } from "@/api/data-api";
import { DAY_LIST } from "@/api/feature-names";
import { useUnreadAnswers } from "@/kept/quiz/keep-answers";
import { Screen } from "@/kit/screen";
import { useAppSelector } from "@/lib/state/hooks";
import type { Filter } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import { Choices } from "./choices";
import { QUIZ, type QuizParameters } from "./parameters";
import styles from "./quiz.module.css";
import { Record } from "./record";
import { Round } from "./round";

/** How likely is it? Rounds of days up to a bar, each with a guess, and how good the guesses are. */
export default function QuizPage() {
  const [parameters, ask] = useParameters(QUIZ);
  const selection = useSelectionKey(useFilters(parameters));
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
      {selection && <ChosenRound selection={selection} parameters={parameters} />}
      <Record />
    </Screen>
  );
}

/** The filters of the days that a round draws from. */
function useFilters({ days, list }: QuizParameters): readonly Filter[] {
  const active = useAppSelector(selectActive);
  return useMemo(() => {
    if (list !== null) return [{ feature: DAY_LIST, operator: "in", value: [list] }];
    return days === "matching" ? active : [];
  }, [days, list, active]);
}

/** Other choices or filters begin a round of their own, newer data do not. */
function ChosenRound({ selection, parameters }: { selection: SelectionKey; parameters: QuizParameters }) {
  const { filters, symbol } = selection;
  const { bar, feature, guesses } = parameters;
  const asks = JSON.stringify({
    question: {
      filters,
      symbol,
      ...(bar !== null && { as_of: bar }),
      ...(feature !== null && { feature }),
    },
    guesses,
  });
  const { question } = useMemo(() => JSON.parse(asks), [asks]);
  return <Round key={asks} asks={asks} question={question} symbol={symbol} guesses={guesses} />;
}
