import { skipToken } from "@reduxjs/toolkit/query";
import { dataApi, question, type SelectionKey } from "../data-api";
import type { NextAnswer, QuestionsAnswer, TypedDay } from "../generated";
import { LIFETIMES } from "../lifetimes";
import { untilRenewed } from "../request-error";

/** How often the day so far is asked for, in milliseconds. */
const POLL_MS = 30_000;

interface NextKey {
  symbol: string;
  snapshot: string;
  /** Null where nothing is typed. */
  typed: TypedDay | null;
}

const nextApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    nextKnown: build.query<NextAnswer, NextKey>({
      query: ({ typed, ...asked }) =>
        typed
          ? { url: "/v2/next", method: "POST", body: { ...asked, ...typed } }
          : { url: "/v2/next", params: asked },
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 3, quiet: true },
    }),
    questionRates: build.query<QuestionsAnswer, SelectionKey>({
      query: (key) => question("/v2/questions", key),
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 2, quiet: true },
    }),
  }),
});

/** What is known of the next session, asked again while somebody looks; nothing is asked while there is no key. */
export function useNextKnown(key: NextKey | null) {
  const options = { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true };
  return untilRenewed(nextApi.useNextKnownQuery(key ?? skipToken, options));
}

/** The usual questions, asked of the days of a selection; nothing is asked while there is no key. */
export function useQuestionRates(key: SelectionKey | null) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.dashboard };
  return untilRenewed(nextApi.useQuestionRatesQuery(key ?? skipToken, options));
}
