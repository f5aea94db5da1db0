import { useEffect } from "react";
import { type AppThunk, useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { countOf } from "@/lib/text/format";
import { STORAGE_REFUSED } from "../words";
import { type Answer, addAnswer, keptAnswers } from "./answers";

/** Says on opening how many of the kept answers could not be read. */
export function useUnreadAnswers() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const { unread } = keptAnswers.load();
    const words = `Quiz: ${countOf(unread, "answer")} could not be read and were left out`;
    if (unread > 0) dispatch(toastAdded("error", words));
  }, [dispatch]);
}

/** Keep an answer; where the browser will not, it holds until the page closes. */
export const answerGiven =
  (answer: Answer): AppThunk =>
  (dispatch) => {
    if (!addAnswer(answer))
      dispatch(toastAdded("error", `${STORAGE_REFUSED} Your answers hold until the page closes.`));
  };

export const answersEmptied = (): AppThunk => (dispatch) => {
  if (!keptAnswers.keep([]))
    dispatch(toastAdded("error", `${STORAGE_REFUSED} The answers will be back with the next visit.`));
};
