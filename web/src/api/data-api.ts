import type { UnknownAction } from "@reduxjs/toolkit";
import { copyWithStructuralSharing, skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useMemo, useRef } from "react";
import type { AppDispatch, RootState } from "@/lib/state/hooks";
import { askOnce } from "./ask-once";
import type { shownArg } from "./catalogue";
import {
  type FeatureResult,
  type FilteredRequest,
  generatedApi,
  type ProbabilitiesAnswer,
} from "./generated";
import { LIFETIMES } from "./lifetimes";
import { type CallError, untilRenewed } from "./request-error";

/** Which days an answer is about; the snapshot is part of the cache key, and no other one answers. */
export interface SelectionKey {
  filters: NonNullable<FilteredRequest["filters"]>;
  symbol: string;
  snapshot: string;
  /** The last bar that is known; the whole day is without it. */
  as_of?: number;
}

export interface ProbabilityKey extends SelectionKey {
  feature: string;
}

interface CardsKey extends SelectionKey {
  features: string[];
}

type CardResults = Record<string, FeatureResult | null>;

/** The dates of the data hold until a new snapshot says otherwise. */
const DATES = { keepUnusedDataFor: LIFETIMES.forever, extraOptions: { priority: 3, retries: 3 } };

/** An answer to a question goes with its data, and what shows it says why there is none. */
const ANSWER = {
  providesTags: ["Data" as const],
  keepUnusedDataFor: LIFETIMES.dashboard,
  extraOptions: { priority: 2, quiet: true },
};
const KEPT_ANSWER = { ...ANSWER, keepUnusedDataFor: LIFETIMES.kept };

/** How long an answer that is shown again counts as fresh. */
export const SHOWN = { refetchOnMountOrArgChange: LIFETIMES.dashboard };

const tagged = generatedApi.enhanceEndpoints({
  addTagTypes: ["Data", "Probability", "Summary", "Values"],
  endpoints: {
    summary: { providesTags: ["Summary"], ...DATES },
    dateRange: { providesTags: ["Summary"], ...DATES },
    features: { keepUnusedDataFor: LIFETIMES.categories, extraOptions: { priority: 3 } },
    categories: { keepUnusedDataFor: LIFETIMES.categories },
    profiles: { keepUnusedDataFor: LIFETIMES.forever },
    /** Components fetch what it does not bring: no retries, no message. */
    start: { extraOptions: { priority: 3, retries: 0, quiet: true } },
    me: { keepUnusedDataFor: LIFETIMES.user, extraOptions: { quiet: true } },
    /** Alone not kept by snapshot. */
    values: { providesTags: ["Data", "Values"] },
    /** Bears no tag: what is invalidated while nobody shows it is removed, and a batch with it that is under way. */
    compute: { keepUnusedDataFor: LIFETIMES.dashboard, extraOptions: { priority: 2 } },
    probabilities: ANSWER,
    days: ANSWER,
    questions: ANSWER,
    compare: ANSWER,
    curve: ANSWER,
    held: ANSWER,
    path: ANSWER,
    excursion: ANSWER,
    dayBars: KEPT_ANSWER,
    alike: KEPT_ANSWER,
    claims: { ...KEPT_ANSWER, extraOptions: { priority: 1, quiet: true } },
    widen: { ...ANSWER, extraOptions: { priority: 1, retries: 0, quiet: true } },
    nextSessionTyped: { ...ANSWER, extraOptions: { priority: 3, quiet: true } },
  },
});

/** A call that asks a selection; its body is the key. */
const question = <Body extends SelectionKey>(url: string, body: Body) => ({
  url,
  method: "POST",
  body,
});

/** The calls whose answers are cached per snapshot and selection; a card's result is one cache entry. */
export const dataApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    dayCount: build.query<number, SelectionKey>({
      query: (key) => question("/v2/filtered", key),
      transformResponse: (answer: { filtered_data: { total_days: number } }) =>
        answer.filtered_data.total_days,
      ...ANSWER,
      extraOptions: { priority: 1, quiet: true },
    }),
    /** Asked again, also while fresh, where the open cards show another answer to the question. */
    probability: build.query<FeatureResult | null, ProbabilityKey>({
      queryFn: async (card, { dispatch, getState }) => {
        for (;;) {
          const { data, error } = await askCards(askedWith(card, getState() as RootState), dispatch);
          if (error !== undefined || data === undefined) return { error: error as CallError };
          // The call was for other cards, or more of them have been opened meanwhile.
          if (!hasAll(data, askedWith(card, getState() as RootState))) continue;
          return { data: data[card.feature] ?? null };
        }
      },
      forceRefetch: ({ currentArg, endpointState, state }) =>
        currentArg !== undefined && isOfOtherAnswer(currentArg, endpointState?.startedTimeStamp, state),
      providesTags: (_answer, _error, { feature }) => [{ type: "Probability", id: feature }],
      keepUnusedDataFor: LIFETIMES.probabilityKept,
    }),
    /** The results of one answer, which replace those of all its cards at once; a question has one call at a time. */
    cards: build.query<CardResults, CardsKey>({
      queryFn: async (asked, { dispatch, getState }, _options, baseQuery) => {
        const { data, error } = await baseQuery(question("/v2/probabilities", asked));
        if (error) return { error };
        const { features, ...key } = asked;
        const { probabilities } = data as Pick<ProbabilitiesAnswer, "probabilities">;
        const results = Object.fromEntries(features.map((name) => [name, probabilities[name] ?? null]));
        const isWhole = features.every((feature) =>
          hasAll(results, askedWith({ ...key, feature }, getState() as RootState)),
        );
        if (isWhole) dispatch(cardsAnswered(key, results));
        return { data: results };
      },
      serializeQueryArgs: ({ queryArgs: { features: _, ...key } }) => key,
      keepUnusedDataFor: 0,
      extraOptions: { retries: 1 },
    }),
    /** Asks whether anybody is there, and whether they serve the snapshot shown. */
    ping: build.query<null, ReturnType<typeof shownArg>>({
      query: (params) => ({ url: "/v2/date-range", params }),
      transformResponse: () => null,
      keepUnusedDataFor: 0,
      extraOptions: { priority: 3, retries: 0, quiet: true },
    }),
  }),
});

/** A card's question: of an open card together with all that are open, of another feature alone. */
function askedWith({ feature, ...key }: ProbabilityKey, { ui }: RootState): CardsKey {
  const open = ui.activeProbabilityFeatures;
  return { ...key, features: open.includes(feature) ? open.toSorted() : [feature] };
}

const hasAll = (results: CardResults, { features }: CardsKey) => features.every((name) => name in results);

/** The answer to a call for cards, or to the one that is under way for the same question. */
const askCards = (
  asked: CardsKey,
  dispatch: AppDispatch,
): Promise<{ data?: CardResults | undefined; error?: unknown }> =>
  dispatch(askOnce(dataApi.endpoints.cards.initiate(asked, { forceRefetch: true })));

type PageState = RootState & Parameters<ReturnType<typeof dataApi.endpoints.probability.select>>[0];

/** The results that open cards show of a question, by feature. */
export const selectOpenResults = (state: RootState, key: SelectionKey): [string, FeatureResult][] =>
  state.ui.activeProbabilityFeatures.flatMap((feature): [string, FeatureResult][] => {
    const { data } = dataApi.endpoints.probability.select({ ...key, feature })(state as PageState);
    return data ? [[feature, data]] : [];
  });

/** Whether an open card shows another answer than that of this time. */
function isOfOtherAnswer(card: ProbabilityKey, since: number | undefined, state: unknown): boolean {
  return askedWith(card, state as RootState).features.some((feature) => {
    const other = dataApi.endpoints.probability.select({ ...card, feature })(state as PageState);
    return other.isSuccess && other.startedTimeStamp !== since;
  });
}

/** The results of one answer as cache entries; what is put there at once bears one time. */
export const cardEntries = (key: SelectionKey, results: CardResults) =>
  Object.entries(results).map(([feature, value]) => ({
    endpointName: "probability" as const,
    arg: { ...key, feature },
    value,
  }));

const cardsAnswered = (key: SelectionKey, results: CardResults): UnknownAction =>
  dataApi.util.upsertQueryEntries(cardEntries(key, results));

/** How many days a selection leaves; nothing is asked while the key is null. */
export function useDayCount(key: SelectionKey | null) {
  return untilRenewed(dataApi.useDayCountQuery(key ?? skipToken, SHOWN));
}

/** One feature's result on a selection, nothing while the key is null; an equal result is the same object. */
export function useProbability(key: ProbabilityKey | null) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.probability };
  const answer = untilRenewed(dataApi.useProbabilityQuery(key ?? skipToken, options));
  return { ...answer, data: useEqual(answer.data) };
}

function useEqual<Value>(value: Value): Value {
  const before = useRef(value);
  const equal = useMemo(() => copyWithStructuralSharing(before.current, value), [value]);
  useEffect(() => {
    before.current = equal;
  }, [equal]);
  return equal;
}
