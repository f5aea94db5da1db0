import { skipToken } from "@reduxjs/toolkit/query";
import { dataApi } from "../data-api";

const viewsApi = dataApi.enhanceEndpoints({
  endpoints: {
    /** Asked twice it would make two. */
    makeView: { extraOptions: { retries: 0, quiet: true } },
    /** What it is now changes with the data. */
    sharedView: { providesTags: ["Data"], extraOptions: { quiet: true } },
  },
});

export const { makeView } = viewsApi.endpoints;

/** As an id is written; what is written otherwise is asked of nobody. */
const ID = /^[\w-]{1,64}$/;

export const isViewId = (text: unknown): text is string => typeof text === "string" && ID.test(text);

/** What a short link leads to; nothing is asked where there is none. */
export const useSharedView = (id: string | null) =>
  viewsApi.useSharedViewQuery(id === null ? skipToken : { id });
