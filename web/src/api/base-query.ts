import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from "@reduxjs/toolkit/query/react";
import type { RootState } from "@/lib/state/hooks";
import { snapshotSeen } from "@/lib/state/session-slice";
import { toastAdded } from "@/lib/state/ui-slice";
import { readSessionId, readTokens } from "@/lib/tokens";
import { askedSeconds, type CallError, NO_ANSWER, retryDelay, toastText } from "./request-error";
import { RequestQueue } from "./request-queue";
import { refreshTokens, sessionEnded } from "./session-refresh";

/** A data call is asked three times in all, a change once more; a call may say otherwise. */
const RETRIES = { query: 2, mutation: 1 };
const isDevelopmentHost = location.hostname.includes("dev-");
const TIMEOUT_MS = isDevelopmentHost ? 30_000 : 15_000;

/** Every call about data goes through here. */
export const requestQueue = new RequestQueue(isDevelopmentHost ? 2 : 4);

/**
 * `priority`: higher goes first. `quiet`: the caller shows the failure itself, no toast. `retries`: how often a
 * failure that may pass is asked again.
 */
export interface CallOptions {
  priority?: number;
  quiet?: boolean;
  retries?: number;
}

type Answer = Awaited<ReturnType<typeof fetchOnce>>;
type Call = { args: string | FetchArgs; api: BaseQueryApi; options: CallOptions };

const send = fetchBaseQuery({
  baseUrl: new URL("/api", location.origin).href,
  timeout: TIMEOUT_MS,
  prepareHeaders: (headers, { getState }) => {
    const tokens = readTokens();
    const user = (getState() as RootState).session.user;
    const sessionId = readSessionId() ?? user?.session_id;
    if (tokens) headers.set("Authorization", `Bearer ${tokens.access}`);
    if (sessionId) headers.set("X-Session-ID", sessionId);
  },
});

/** One call; a failure bears when the server wants to be asked again. */
async function fetchOnce(args: string | FetchArgs, api: BaseQueryApi) {
  const answer = await send(args, api, {});
  const retryAfter = askedSeconds(answer.meta);
  return answer.error && retryAfter !== null ? { ...answer, error: { ...answer.error, retryAfter } } : answer;
}

/**
 * The one way to the API: queue, priority, retries and the shared token refresh live here and nowhere else
 * (rulings 35 and 36). Calls that sign in or out go straight through.
 */
export const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  CallError,
  CallOptions,
  FetchBaseQueryMeta
> = async (args, api, extraOptions) => {
  const url = typeof args === "string" ? args : args.url;
  if (url.startsWith("/auth/") && url !== "/auth/me") return fetchOnce(args, api);
  const call: Call = { args, api, options: extraOptions ?? {} };
  const answer = await withFreshToken(call);
  noteSnapshot(answer, api);
  if (answer.error) report(answer.error, call);
  return answer;
};

async function withFreshToken(call: Call): Promise<Answer> {
  const answer = await withRetries(call);
  if (answer.error?.status !== 401) return answer;
  const renewal = await refreshTokens(sentToken(answer.meta), call.api.dispatch);
  if (renewal === "unanswered") return { error: NO_ANSWER };
  const second = renewal === "renewed" ? await withRetries(call) : answer;
  if (second.error?.status === 401) call.api.dispatch(sessionEnded());
  return second;
}

/** The access token a call bore: calls wait in the queue, so it may be younger than the call. */
function sentToken(meta: FetchBaseQueryMeta | undefined): string | undefined {
  return meta?.request.headers.get("Authorization")?.replace("Bearer ", "");
}

async function withRetries(call: Call): Promise<Answer> {
  const retries = call.options.retries ?? RETRIES[call.api.type];
  for (let retry = 1; ; retry += 1) {
    const answer = await requestQueue.run(async () => fetchOnce(call.args, call.api), call.options.priority);
    const delay = answer.error ? retryDelay(answer.error, answer.meta, retry) : null;
    if (delay === null || retry > retries || call.api.signal.aborted) return answer;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

function noteSnapshot({ data }: Answer, api: BaseQueryApi) {
  const snapshot = typeof data === "object" && data !== null && "snapshot" in data ? data.snapshot : null;
  if (typeof snapshot === "string") api.dispatch(snapshotSeen(snapshot));
}

function report(error: CallError, { api, args, options }: Call) {
  if (api.signal.aborted) return;
  console.error("API call failed", error.status, typeof args === "string" ? args : args.url, error);
  if (error.status !== 401 && !options.quiet) api.dispatch(toastAdded("error", toastText(error)));
}
