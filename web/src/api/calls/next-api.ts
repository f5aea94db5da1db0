import { skipToken } from "@reduxjs/toolkit/query";
import { type NextRequest, useNextSessionTypedQuery } from "../generated";
import { untilRenewed } from "../request-error";

/** How often the day so far is asked for, in milliseconds. */
const POLL_MS = 30_000;

/** What is known of the next session, asked again while somebody looks; no request while there is none to ask. */
export function useNextKnown(nextRequest: NextRequest | null) {
  const options = { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true };
  return untilRenewed(useNextSessionTypedQuery(nextRequest ? { nextRequest } : skipToken, options));
}
