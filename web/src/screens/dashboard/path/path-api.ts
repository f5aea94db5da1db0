import { skipToken } from "@reduxjs/toolkit/query";
import { dataApi, question, type SelectionKey } from "@/api/data-api";
import type { PathAnswer } from "@/api/generated";
import { LIFETIMES } from "@/api/lifetimes";
import { untilRenewed } from "@/api/request-error";

const pathApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    typicalPath: build.query<PathAnswer, SelectionKey>({
      query: (key) => question("/v2/path", key),
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 2, quiet: true },
    }),
  }),
});

/** How far a selection's days had gone from their open, bar by bar; nothing is asked while there is none. */
export function useTypicalPath(key: SelectionKey | null) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.dashboard };
  return untilRenewed(pathApi.useTypicalPathQuery(key ?? skipToken, options));
}
