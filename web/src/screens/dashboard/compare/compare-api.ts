import { skipToken } from "@reduxjs/toolkit/query";
import { dataApi, type SelectionKey } from "@/api/data-api";
import type { CompareAnswer } from "@/api/generated";
import { LIFETIMES } from "@/api/lifetimes";
import { untilRenewed } from "@/api/request-error";

/** The days of A and those of B, and the features that are compared. */
interface Compared {
  a: SelectionKey;
  b: SelectionKey;
  features: string[];
}

const compareApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    compared: build.query<CompareAnswer, Compared>({
      query: ({ a, b, features }) => {
        const { filters, ...rest } = b;
        const body = { a: { filters: a.filters }, b: { filters }, features, ...rest };
        return { url: "/v2/compare", method: "POST", body };
      },
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 2, quiet: true },
    }),
  }),
});

/** Two questions compared; no request while there is none. */
export function useCompared(questions: Compared | null) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.dashboard };
  return untilRenewed(compareApi.useComparedQuery(questions ?? skipToken, options));
}
