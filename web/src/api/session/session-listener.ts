import type { AppDispatch, AppThunk } from "@/lib/state/hooks";
import { askOnce } from "../ask-once";
import { generatedApi } from "../generated";
import { refreshTokens, sessionEnded } from "./session-refresh";
import { signedOut, userRenewed } from "./session-slice";
import {
  clearTokens,
  isExpired,
  readTokens,
  storeSessionId,
  TOKENS,
  type Tokens,
  touchSession,
} from "./tokens";

const MARGIN_MS = 5 * 60 * 1000;
const UNANSWERED_MS = 30_000;
const TOUCH_MS = 60_000;
const ACTIVITY = ["click", "keypress", "scroll", "mousemove"];

/** Refresh tokens before they end, follow other tabs' and keep an active visitor's session. Returns the undo. */
export function keepSession(dispatch: AppDispatch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (wait?: number) => {
    clearTimeout(timer);
    const tokens = readTokens();
    if (tokens) timer = setTimeout(() => void renew(tokens), wait ?? untilRenewal(tokens));
  };
  const renew = async ({ access }: Tokens) => {
    const renewal = await refreshTokens(access, dispatch);
    if (renewal === "refused") dispatch(sessionEnded());
    else if (renewal === "unanswered") schedule(UNANSWERED_MS);
    else schedule();
  };
  const onFocus = () => {
    const tokens = readTokens();
    if (tokens && isExpired(tokens)) void renew(tokens);
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== TOKENS && key !== null) return;
    schedule();
    void dispatch(followTokens());
  };
  let touchedAt = 0;
  const onActivity = () => {
    if (Date.now() - touchedAt < TOUCH_MS) return;
    touchedAt = Date.now();
    touchSession();
  };
  const closing = new AbortController();
  const { signal } = closing;
  schedule();
  window.addEventListener("focus", onFocus, { signal });
  window.addEventListener("storage", onStorage, { signal });
  for (const event of ACTIVITY) window.addEventListener(event, onActivity, { passive: true, signal });
  return () => {
    clearTimeout(timer);
    closing.abort();
  };
}

/** Milliseconds; tokens that live for less than twice the margin are renewed half-way. */
function untilRenewal(tokens: Tokens): number {
  const margin = Math.min(MARGIN_MS, (tokens.expiresAt - tokens.storedAt) / 2);
  return Math.max(tokens.expiresAt - Date.now() - margin, 1000);
}

/** Another tab has changed the tokens: they may be another user's or tier's, or gone. */
const followTokens = (): AppThunk<Promise<void>> => async (dispatch) => {
  if (!readTokens()) {
    clearTokens();
    dispatch(signedOut());
    return;
  }
  const asking = askOnce(generatedApi.endpoints.me.initiate(undefined, { forceRefetch: true }));
  const { data, isSuccess } = await dispatch(asking);
  if (!isSuccess) return;
  storeSessionId(data.session_id);
  dispatch(userRenewed(data));
};
