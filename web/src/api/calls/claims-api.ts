import { skipToken } from "@reduxjs/toolkit/query";
import { useAppSelector } from "@/lib/state/hooks";
import { shownArg } from "../catalogue";
import { dataApi } from "../data-api";
import type { ClaimsAnswer } from "../generated";
import { LIFETIMES } from "../lifetimes";
import { untilRenewed } from "../request-error";

const claimsApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    usualQuestions: build.query<ClaimsAnswer, ReturnType<typeof shownArg>>({
      query: (params) => ({ url: "/v2/claims", params }),
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.kept,
      extraOptions: { priority: 1, quiet: true },
    }),
  }),
});

/** The usual questions with their answers, fetched where they are first needed; nobody has to be signed in. */
export function useClaims() {
  const { status, snapshot } = useAppSelector(({ session }) => session);
  const symbol = useAppSelector(({ ui }) => ui.symbol);
  const isComing = status === "authenticated" && snapshot === null;
  return untilRenewed(claimsApi.useUsualQuestionsQuery(isComing ? skipToken : shownArg(snapshot, symbol)));
}
