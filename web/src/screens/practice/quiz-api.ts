import { skipToken } from "@reduxjs/toolkit/query";
import { dataApi } from "@/api/data-api";
import type { QuizDay, QuizNextRequest, QuizResult } from "@/api/generated";
import { isUnanswered } from "@/api/request-error";
import type { Answer } from "@/kept/quiz/answers";
import { answerGiven } from "@/kept/quiz/keep-answers";
import { dayIsOver } from "@/kept/quiz/round";

/** What is asked for; another `draw` is another day. */
export interface Drawn {
  question: QuizNextRequest;
  draw: string;
}

interface Guess {
  day: QuizDay;
  /** In percent. */
  probability: number;
  symbol: string;
  round: Answer["round"];
}

/** Whether the service says that a day cannot be answered any more: a call that was not answered may be made again. */
export function isClosed(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === "number" && !isUnanswered(status) && status < 500 && status !== 429;
}

const quizApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    /** A day is drawn once: only another draw requests again. */
    quizDay: build.query<QuizDay, Drawn>({
      query: ({ question }) => ({ url: "/v2/quiz/next", method: "POST", body: question }),
      keepUnusedDataFor: 0,
      extraOptions: { priority: 2, quiet: true },
    }),
    /** The only call that brings the rest of the day; a guess that was answered is kept. */
    quizGuess: build.mutation<QuizResult, Guess>({
      query: ({ day: { token }, probability }) => ({
        url: "/v2/quiz/answer",
        method: "POST",
        body: { token, probability },
      }),
      extraOptions: { priority: 2, quiet: true, retries: 0 },
      onQueryStarted: async ({ day, probability, symbol, round }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(({ error }) => ({ error }));
        if ("error" in answer) {
          if (isClosed(answer.error)) dayIsOver(day);
          return;
        }
        dayIsOver(day);
        const { occurred, base, coin, date, snapshot } = answer.data;
        dispatch(
          answerGiven({
            probability,
            occurred,
            base: base.occurrence,
            coin: coin && "occurrence" in coin ? coin.occurrence : null,
            date,
            feature: day.feature,
            as_of: day.as_of,
            symbol,
            snapshot,
            at: Date.now(),
            round,
          }),
        );
      },
    }),
  }),
});

/** The day of a draw; nothing is asked while there is none. */
export function useQuizDay(drawn: Drawn | null) {
  const options = { refetchOnReconnect: false, refetchOnMountOrArgChange: false };
  return quizApi.useQuizDayQuery(drawn ?? skipToken, options);
}

export const { useQuizGuessMutation } = quizApi;
