import { skipToken } from "@reduxjs/toolkit/query";
import { dataApi, question, type SelectionKey } from "@/api/data-api";
import type { ExcursionAnswer, ExcursionRequest } from "@/api/generated";
import { LIFETIMES } from "@/api/lifetimes";
import { untilRenewed } from "@/api/request-error";

type Question = Pick<ExcursionRequest, "from_bar" | "side" | "unit" | "costs" | "targets" | "stops">;

const excursionApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    targetBeforeStop: build.query<ExcursionAnswer, SelectionKey & Question>({
      query: (key) => question("/v2/excursion", key),
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 2, quiet: true },
    }),
  }),
});

/** Which of target and stop came first, for each of both; nothing is asked while the key is null. */
export function useTargetBeforeStop(key: SelectionKey | null, question: Question) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.dashboard };
  return untilRenewed(
    excursionApi.useTargetBeforeStopQuery(key ? { ...key, ...question } : skipToken, options),
  );
}
