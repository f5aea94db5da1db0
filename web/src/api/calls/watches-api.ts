import { dataApi } from "../data-api";

const CHANGE = { invalidatesTags: ["Watches" as const], extraOptions: { retries: 0, quiet: true } };

const watchesApi = dataApi.enhanceEndpoints({
  addTagTypes: ["Watches"],
  endpoints: {
    watches: { providesTags: ["Watches"], extraOptions: { quiet: true } },
    addWatch: CHANGE,
    removeWatch: CHANGE,
    /** The link may be opened without a session. */
    watchOff: { extraOptions: { retries: 0, quiet: true } },
  },
});

export const { useWatchesQuery, useAddWatchMutation, useRemoveWatchMutation } = watchesApi;
export const { watchOff } = watchesApi.endpoints;
