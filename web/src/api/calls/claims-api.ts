import { skipToken } from "@reduxjs/toolkit/query";
import { useAppSelector } from "@/lib/state/hooks";
import { shownArg } from "../catalogue";
import { useClaimsQuery } from "../generated";
import { untilRenewed } from "../request-error";

/** The usual questions with their answers, fetched where they are first needed; nobody has to be signed in. */
export function useClaims() {
  const { status, snapshot } = useAppSelector(({ session }) => session);
  const symbol = useAppSelector(({ ui }) => ui.symbol);
  const isComing = status === "authenticated" && snapshot === null;
  return untilRenewed(useClaimsQuery(isComing ? skipToken : shownArg(snapshot, symbol)));
}
