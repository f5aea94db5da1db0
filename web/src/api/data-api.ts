import { type FeatureResult, type FilterCondition, generatedApi } from "./generated";

/** Which days an answer is about; the snapshot is part of the cache key and is not sent. */
export interface SelectionKey {
  filters: Record<string, FilterCondition>;
  symbol: string;
  snapshot: string;
}

export interface ProbabilityKey extends SelectionKey {
  feature: string;
}

const tagged = generatedApi.enhanceEndpoints({
  addTagTypes: ["Data", "Summary"],
  endpoints: {
    summary: { providesTags: ["Summary"], extraOptions: { priority: 3 } },
    features: { providesTags: ["Data"], keepUnusedDataFor: 300, extraOptions: { priority: 3 } },
    values: { providesTags: ["Data"] },
    compute: { extraOptions: { priority: 2 } },
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
      keepUnusedDataFor: 120,
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
      providesTags: ["Data"],
      keepUnusedDataFor: 180,
    }),
  }),
});

export const { useDayCountQuery, useProbabilityQuery } = dataApi;
