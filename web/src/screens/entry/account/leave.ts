import { generatedApi } from "@/api/generated";
import { freshTokens } from "@/api/session/session-refresh";
import { signedOut } from "@/api/session/session-slice";
import { clearTokens } from "@/api/session/tokens";
import type { AppThunk } from "@/lib/state/hooks";

/** A server that takes longer holds nobody back who wants to leave. */
const GOODBYE_MS = 3000;

/** Log out: tokens, session and caches go even where the call fails or is not answered. */
export const leave = (): AppThunk<Promise<void>> => async (dispatch) => {
  // The server ends a session only for a token that has not ended itself.
  const farewell = freshTokens(dispatch).then(() =>
    dispatch(generatedApi.endpoints.logout.initiate(undefined, { track: false })),
  );
  await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS))]);
  clearTokens();
  dispatch(signedOut());
};
