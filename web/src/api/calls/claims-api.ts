import { skipToken } from "@reduxjs/toolkit/query";
import { useAppSelector } from "@/lib/state/hooks";
import { symbolArg } from "../catalogue";
import { dataApi } from "../data-api";
import type { ClaimsAnswer } from "../generated";
import { LIFETIMES } from "../lifetimes";
import { untilRenewed } from "../request-error";

/** Whose questions; without a snapshot those of the one that is served. */
interface ClaimsKey {
  symbol: string | null;
  snapshot: string | null;
}

const claimsApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    usualQuestions: build.query<ClaimsAnswer, ClaimsKey>({
      query: ({ symbol, snapshot }) => ({
        url: "/v2/claims",
        params: symbolArg(symbol),
        ...(snapshot !== null && { snapshot }),
      }),
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
  const key = snapshot ? { symbol: snapshot.symbol, snapshot: snapshot.id } : { symbol, snapshot: null };
  return untilRenewed(claimsApi.useUsualQuestionsQuery(isComing ? skipToken : key));
}
