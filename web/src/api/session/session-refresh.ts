import type { AppDispatch, AppThunk } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import type { TokenAnswer } from "../generated";
import { SESSION_EXPIRED } from "../request-error";
import { type SessionUser, signedOut, userRenewed } from "./session-slice";
import { withTabLock } from "./tab-lock";
import { clearTokens, isExpired, readTokens, storeTokens } from "./tokens";

const TIMEOUT_MS = 10_000;

/** `refused`: the session is over, or somebody logged out meanwhile. `unanswered`: nobody said so, the tokens stay. */
export type Renewal = "renewed" | "refused" | "unanswered";

const underWay = new Map<string | undefined, Promise<Renewal>>();

/**
 * New tokens in place of those with the access token `stale`, once for all who ask meanwhile; tabs take turns: using a
 * refresh token twice would end the session.
 */
export function refreshTokens(stale: string | undefined, dispatch: AppDispatch): Promise<Renewal> {
  const shared = underWay.get(stale);
  if (shared) return shared;
  const renewal = withTabLock(() => exchange(stale, dispatch)).finally(() => underWay.delete(stale));
  underWay.set(stale, renewal);
  return renewal;
}

async function exchange(stale: string | undefined, dispatch: AppDispatch): Promise<Renewal> {
  const tokens = readTokens();
  if (!tokens) {
    console.error("No refresh token available");
    return "refused";
  }
  if (tokens.access !== stale) return "renewed";
  const answer = await tokensFor(tokens.refresh);
  const present = readTokens();
  if (present && present.access !== stale) return "renewed";
  if (typeof answer === "string") return answer;
  if (!present) return "refused";
  dispatch(tokensTaken(answer));
  return "renewed";
}

/** The stored tokens, new ones where they have ended; without any there is nothing to renew. */
export async function freshTokens(dispatch: AppDispatch): Promise<Renewal> {
  const tokens = readTokens();
  return tokens && isExpired(tokens) ? refreshTokens(tokens.access, dispatch) : "renewed";
}

/** Who a token answer is for. */
export function userOf({ user_info, session_id }: TokenAnswer): SessionUser {
  return { ...user_info, session_id };
}

/** The tokens of an answer and what it says of the user, in place of those before. */
export const tokensTaken =
  (answer: TokenAnswer): AppThunk =>
  (dispatch) => {
    storeTokens(answer);
    dispatch(userRenewed(userOf(answer)));
  };

async function tokensFor(refreshToken: string): Promise<TokenAnswer | "refused" | "unanswered"> {
  try {
    const response = await fetch(new URL("/api/auth/refresh", location.origin), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ refresh_token: refreshToken }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return (await response.json()) as TokenAnswer;
    return response.status >= 500 || response.status === 429 ? "unanswered" : "refused";
  } catch {
    return "unanswered";
  }
}

/** The server ended the session: forget it, and say so once however many calls were told. */
export const sessionEnded = (): AppThunk => (dispatch, getState) => {
  clearTokens();
  if (getState().session.status === "signed-out") return;
  dispatch(toastAdded("error", SESSION_EXPIRED));
  dispatch(signedOut());
};
