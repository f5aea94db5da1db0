import { skipToken } from "@reduxjs/toolkit/query";
import { type FeatureResult, type FilterCondition, generatedApi } from "./generated";
import { LIFETIMES } from "./lifetimes";

/** Which days an answer is about; the snapshot is part of the cache key and is not sent. */
export interface SelectionKey {
  filters: Record<string, FilterCondition>;
  symbol: string;
  snapshot: string;
}

export interface ProbabilityKey extends SelectionKey {
  feature: string;
}

/** The dates of the data hold until a new snapshot says otherwise. */
const DATES = { keepUnusedDataFor: LIFETIMES.forever, extraOptions: { priority: 3, retries: 3 } };

const tagged = generatedApi.enhanceEndpoints({
  addTagTypes: ["Data", "Probability", "Summary"],
  endpoints: {
    summary: { providesTags: ["Summary"], ...DATES },
    dateRange: { providesTags: ["Summary"], ...DATES },
    features: { keepUnusedDataFor: LIFETIMES.categories, extraOptions: { priority: 3 } },
    categories: { keepUnusedDataFor: LIFETIMES.categories },
    profiles: { keepUnusedDataFor: LIFETIMES.forever },
    me: { keepUnusedDataFor: LIFETIMES.user, extraOptions: { quiet: true } },
    values: { providesTags: ["Data"] },
    compute: {
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 2 },
    },
  },
});

/** The calls whose answers are cached per snapshot and selection; a card's result is one cache entry. */
export const dataApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    dayCount: build.query<number, SelectionKey>({
      query: ({ filters, symbol }) => ({ url: "/v2/filtered", method: "POST", body: { filters, symbol } }),
      transformResponse: (answer: { filtered_data: { total_days: number } }) =>
        answer.filtered_data.total_days,
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 1, quiet: true },
    }),
    probability: build.query<FeatureResult | null, ProbabilityKey>({
      query: ({ feature, filters, symbol }) => ({
        url: "/v2/probabilities",
        method: "POST",
        body: { features: [feature], filters, symbol },
      }),
      transformResponse: (answer: { probabilities: Record<string, FeatureResult> }, _meta, { feature }) =>
        answer.probabilities[feature] ?? null,
      providesTags: ["Data", "Probability"],
      keepUnusedDataFor: LIFETIMES.probabilityKept,
      extraOptions: { retries: 1 },
    }),
  }),
});

/** How many days a selection leaves; nothing is asked while the key is null. */
export function useDayCount(key: SelectionKey | null) {
  return dataApi.useDayCountQuery(key ?? skipToken, { refetchOnMountOrArgChange: LIFETIMES.dashboard });
}

/** One feature's result on a selection; nothing is asked while the key is null. */
export function useProbability(key: ProbabilityKey | null) {
  return dataApi.useProbabilityQuery(key ?? skipToken, { refetchOnMountOrArgChange: LIFETIMES.probability });
}
