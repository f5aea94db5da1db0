import { skipToken } from "@reduxjs/toolkit/query";
import { dataApi, question, type SelectionKey } from "@/api/data-api";
import type { AlikeAnswer, AlikeRequest } from "@/api/generated";
import { LIFETIMES } from "@/api/lifetimes";
import { untilRenewed } from "@/api/request-error";

/** A day or the next session, the last bar that is known of it, and what is not looked at. */
export type AlikeKey = SelectionKey & Pick<AlikeRequest, "date" | "next" | "leave_out">;

const alikeApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    daysAlike: build.query<AlikeAnswer, AlikeKey>({
      query: (key) => question("/v2/alike", key),
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.kept,
      extraOptions: { priority: 2, quiet: true },
    }),
  }),
});

/** The days of a selection that were most like a day, and what followed; nothing is asked while there is no key. */
export function useDaysAlike(key: AlikeKey | null) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.dashboard };
  return untilRenewed(alikeApi.useDaysAlikeQuery(key ?? skipToken, options));
}
