import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from "@reduxjs/toolkit/query/react";
import type { RootState } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { signInsTold } from "./connection-slice";
import { knownFeatures } from "./feature-names";
import { type CallError, inWords, isSnapshotGone, NO_ANSWER, retryDelay, toastText } from "./request-error";
import { RequestQueue } from "./request-queue";
import { refreshTokens, sessionEnded } from "./session/session-refresh";
import { snapshotGone } from "./session/session-slice";
import { currentSessionId, readTokens } from "./session/tokens";

/** A data call is asked three times in all, a change once more; a call may say otherwise. */
const RETRIES = { query: 2, mutation: 1 };
/** How many tokens a call is tried with before it is given up. */
const MOST_TOKENS = 3;
const isDevelopmentHost = location.hostname.includes("dev-");
const TIMEOUT_MS = isDevelopmentHost ? 30_000 : 15_000;

/** Every call about data goes through here. */
export const requestQueue = new RequestQueue(isDevelopmentHost ? 2 : 4);

/** Higher `priority` goes first; `quiet` leaves the failure to the caller; `retries` of a failure that may pass. */
export interface CallOptions {
  priority?: number;
  quiet?: boolean;
  retries?: number;
}

type Answer = Awaited<ReturnType<typeof fetchOnce>>;
type Call = { args: FetchArgs; api: BaseQueryApi; options: CallOptions };

const send = fetchBaseQuery({
  baseUrl: new URL("/api", location.origin).href,
  timeout: TIMEOUT_MS,
  prepareHeaders: (headers, { getState }) => {
    const tokens = readTokens();
    const sessionId = currentSessionId() ?? (getState() as RootState).session.user?.session_id;
    if (tokens) headers.set("Authorization", `Bearer ${tokens.access}`);
    if (sessionId) headers.set("X-Session-ID", sessionId);
  },
});

/** One call; a failure bears in how many seconds the server wants to be asked again. */
async function fetchOnce(args: FetchArgs, api: BaseQueryApi) {
  const answer = await send(args, api, {});
  const response = answer.meta?.response;
  tellSignIns(response, api);
  const seconds = Number.parseFloat(response?.headers.get("Retry-After") ?? "");
  if (!answer.error || !Number.isFinite(seconds)) return answer;
  return { ...answer, error: { ...answer.error, retryAfter: Math.max(seconds, 0) } };
}

/** Whether the server could look the sign-in up, where it let the call through. */
function tellSignIns(response: Response | undefined, { dispatch, getState }: BaseQueryApi) {
  if (!response?.ok) return;
  const isAway = response.headers.get("Almanac-Sign-Ins") === "away";
  if (isAway !== (getState() as RootState).connection.signInsAway) dispatch(signInsTold(isAway));
}

/** The one way to the API: queue, retries and token refresh (rulings 35 and 36); sign-in calls go straight on. */
export const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  CallError,
  CallOptions,
  FetchBaseQueryMeta
> = async (asked, api, extraOptions) => {
  const args = typeof asked === "string" ? { url: asked } : asked;
  if (args.url.startsWith("/auth/") && args.url !== "/auth/me") return fetchOnce(args, api);
  const call: Call = { args, api, options: extraOptions ?? {} };
  const answer = await withFreshToken(call);
  if (!answer.error) return answer;
  if (isSnapshotGone(answer.error)) {
    api.dispatch(snapshotGone(snapshotOf(args)));
    return answer;
  }
  const error = inWords(answer.error, knownFeatures(api.getState()));
  report(error, call);
  return { ...answer, error };
};

/** Renews a refused token once; the session is over where the renewal or the newest token is refused. */
async function withFreshToken(call: Call): Promise<Answer> {
  const { dispatch } = call.api;
  let answer = await withRetries(call);
  for (let tries = 1; answer.error?.status === 401 && tries <= MOST_TOKENS; tries += 1) {
    const sent = sentToken(answer.meta);
    const isNewest = tries > 1 && sent === readTokens()?.access;
    const renewal = isNewest ? "refused" : await refreshTokens(sent, dispatch);
    if (renewal === "unanswered") return { error: NO_ANSWER };
    if (renewal === "refused") {
      dispatch(sessionEnded());
      return answer;
    }
    answer = await withRetries(call);
  }
  return answer;
}

/** The access token a call bore: calls wait in the queue, so it may be younger than the call. */
function sentToken(meta: FetchBaseQueryMeta | undefined): string | undefined {
  return meta?.request.headers.get("Authorization")?.replace("Bearer ", "");
}

async function withRetries(call: Call): Promise<Answer> {
  const retries = call.options.retries ?? RETRIES[call.api.type];
  for (let retry = 1; ; retry += 1) {
    const answer = await requestQueue.run(async () => fetchOnce(call.args, call.api), call.options.priority);
    const delay = answer.error ? retryDelay(answer.error, retry) : null;
    if (delay === null || retry > retries || call.api.signal.aborted) return answer;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

/** The id of the snapshot that a call names. */
function snapshotOf({ body, params }: FetchArgs): string | undefined {
  return ((body ?? params) as { snapshot?: string } | undefined)?.snapshot;
}

function report(error: CallError, { api, args, options }: Call) {
  if (api.signal.aborted) return;
  console.error("API call failed", error.status, args.url, error);
  if (error.status !== 401 && !options.quiet) api.dispatch(toastAdded("error", toastText(error)));
}
