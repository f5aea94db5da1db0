import { skipToken } from "@reduxjs/toolkit/query";
import { dataApi, question, type SelectionKey } from "@/api/data-api";
import type { CurveAnswer, CurveRequest } from "@/api/generated";
import { LIFETIMES } from "@/api/lifetimes";
import { untilRenewed } from "@/api/request-error";

type Along = Pick<CurveRequest, "by" | "outcome" | "label" | "cut">;

const curveApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    along: build.query<CurveAnswer, SelectionKey & Along>({
      query: (key) => question("/v2/curve", key),
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 2, quiet: true },
    }),
  }),
});

/** The outcome along the feature's values, and on both sides of a cut; nothing is asked while there is none. */
export function useCurve(key: SelectionKey, along: Along | null) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.dashboard };
  return untilRenewed(curveApi.useAlongQuery(along ? { ...key, ...along } : skipToken, options));
}
