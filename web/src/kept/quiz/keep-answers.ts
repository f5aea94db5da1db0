import { useEffect } from "react";
import { type AppThunk, useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { countOf } from "@/lib/text/format";
import { type Answer, addAnswer, keptAnswers } from "./answers";
import { answersRead } from "./answers-slice";

const REFUSED = "The browser's storage is full or blocked.";

/** Shows the answers that this browser keeps, those of another tab as soon as they are given. */
export function useKeptAnswers() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const { unread } = keptAnswers.load();
    const words = `Quiz: ${countOf(unread, "answer")} could not be read and were left out`;
    if (unread > 0) dispatch(toastAdded("error", words));
    const show = () => dispatch(answersRead(keptAnswers.load().value));
    show();
    return keptAnswers.follow(show);
  }, [dispatch]);
}

/** Keep an answer; where the browser will not, it holds until the page closes. */
export const answerGiven =
  (answer: Answer): AppThunk =>
  (dispatch) => {
    const { answers, isKept } = addAnswer(answer);
    dispatch(answersRead(answers));
    if (!isKept) dispatch(toastAdded("error", `${REFUSED} Your answers hold until the page closes.`));
  };

export const answersEmptied = (): AppThunk => (dispatch) => {
  const isKept = keptAnswers.keep([]);
  dispatch(answersRead([]));
  if (!isKept) dispatch(toastAdded("error", `${REFUSED} The answers will be back with the next visit.`));
};
