import type { Dispatch } from "@reduxjs/toolkit";
import { signedOut } from "@/lib/state/session-slice";
import { toastAdded } from "@/lib/state/ui-slice";
import { clearTokens, isExpired, readTokens, storeTokens, type Tokens } from "@/lib/tokens";
import type { TokenAnswer } from "./generated";
import { SESSION_EXPIRED } from "./request-error";

const MARGIN_MS = 5 * 60 * 1000;
const LOCK = "session-almanac.refresh";

let underWay: Promise<boolean> | null = null;

/**
 * New tokens in place of those with the access token `stale`. Whoever asks meanwhile shares the one call, and
 * tabs take turns: a refresh token is good once, and using it twice would end the session.
 */
export function refreshTokens(stale: string | undefined): Promise<boolean> {
  underWay ??= inTurn(() => exchange(stale)).finally(() => {
    underWay = null;
  });
  return underWay;
}

/** Locks exist only where the page is served securely; elsewhere a tab cannot wait for another. */
async function inTurn(task: () => Promise<boolean>): Promise<boolean> {
  return "locks" in navigator ? await navigator.locks.request(LOCK, task) : task();
}

async function exchange(stale: string | undefined): Promise<boolean> {
  const tokens = readTokens();
  if (!tokens) {
    console.error("No refresh token available");
    return false;
  }
  if (tokens.access !== stale) return true;
  try {
    const response = await fetch(new URL("/api/auth/refresh", location.origin), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ refresh_token: tokens.refresh }),
    });
    if (!response.ok) return false;
    storeTokens((await response.json()) as TokenAnswer);
    return true;
  } catch {
    return false;
  }
}

export function sessionEnded(dispatch: Dispatch) {
  clearTokens();
  dispatch(toastAdded("error", SESSION_EXPIRED));
  dispatch(signedOut());
}

/** Refresh five minutes before the access token ends, and on focus where it has ended. Returns the undo. */
export function keepTokensFresh(dispatch: Dispatch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = async ({ access }: Tokens) => {
    if (await refreshTokens(access)) schedule();
    else sessionEnded(dispatch);
  };
  const schedule = () => {
    clearTimeout(timer);
    const tokens = readTokens();
    if (!tokens) return;
    const wait = Math.max(tokens.expiresAt - Date.now() - MARGIN_MS, 1000);
    timer = setTimeout(() => void renew(tokens), wait);
  };
  const onFocus = () => {
    const tokens = readTokens();
    if (tokens && isExpired(tokens)) void renew(tokens);
  };
  schedule();
  window.addEventListener("focus", onFocus);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("focus", onFocus);
  };
}
