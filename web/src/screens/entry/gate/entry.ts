import type { SerializedError } from "@reduxjs/toolkit";
import { askOnce } from "@/api/ask-once";
import {
  type CurrentUser,
  type EntryRequest,
  generatedApi,
  type StartAnswer,
  type TokenAnswer,
} from "@/api/generated";
import { type CallError, codeOf, errorText, NO_ANSWER } from "@/api/request-error";
import { freshTokens, sessionEnded, userOf } from "@/api/session/session-refresh";
import { entryRefused, type Refusal, validationStarted } from "@/api/session/session-slice";
import { readTokens, storeSessionId, storeTokens } from "@/api/session/tokens";
import { flags } from "@/lib/flags";
import type { AppDispatch, AppThunk } from "@/lib/state/hooks";
import { askStart, signInCompleted } from "@/question/start";
import { ENTRY_FAILED, ENTRY_INVALID } from "../words";
import { forgetArrival, readArrival } from "./arrival";

/** Let the visitor in by what they arrived with, posted once, or by an earlier visit's tokens; the server decides. */
export const enter = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { status, refusal } = getState().session;
  if (status !== "idle" && !refusal?.canPass) return;
  dispatch(validationStarted());
  const parameters = readArrival();
  const asksForEntry = Object.keys(parameters).some((name) => name !== "return_url" && name !== "profile");
  if (!asksForEntry && (await dispatch(resume()))) return;
  await postEntry(flags.mockAuthentication && !asksForEntry ? MOCK_VISITOR : parameters, dispatch);
};

/** Whom a build with mock authentication enters as; the service still decides whether to believe it. */
const MOCK_VISITOR: EntryRequest = {
  user_id: "mock",
  user_name: "Mock visitor",
  user_email: "mock@example.com",
  course_id: "dev-cad-std",
  profile: flags.appProfile,
};

async function postEntry(parameters: EntryRequest, dispatch: AppDispatch): Promise<void> {
  const refusal = await postOnce(parameters, dispatch);
  if (!refusal) return;
  if (!refusal.canPass && !asksForCode(refusal)) forgetArrival();
  const isSpent = refusal.code !== null && SPENT.includes(refusal.code);
  if (isSpent && (await goOnAs(parameters.user_id, dispatch))) return;
  dispatch(entryRefused(refusal));
}

/** A link lets in once and for a short time; the session it began runs on. */
const SPENT = ["link_used", "link_expired"];

/** Take up the stored session where it is this user's; whether it was. */
async function goOnAs(userId: EntryRequest["user_id"], dispatch: AppDispatch): Promise<boolean> {
  if (!readTokens() || !userId || (await freshTokens(dispatch)) !== "renewed") return false;
  const { data, isSuccess } = await dispatch(whoItIs());
  if (!isSuccess || data.user_id !== userId) return false;
  await goOnWith(data, dispatch(askStart()), dispatch);
  return true;
}

/** Go on with the session that outlives the refusal, of this member or another: the visitor chose to. */
export const goOn = (): AppThunk<Promise<void>> => async (dispatch) => {
  dispatch(validationStarted());
  forgetArrival();
  if (!(await dispatch(resume()))) await postEntry({}, dispatch);
};

/** Whether the server wants a code from the visitor's mailbox first, or another one than it got. */
export function asksForCode({ code }: Refusal): boolean {
  return code !== null && ["code_needed", "code_wrong", "code_over"].includes(code);
}

/** Have a code mailed to the address the visitor arrived with. */
export const askForCode = () => {
  const entryRequest = { ...readArrival(), referrer: document.referrer };
  return generatedApi.endpoints.entryCode.initiate({ entryRequest }, { track: false });
};

/** Enter with the mailed code; null where that let the visitor in, else why not. */
export const enterWithCode =
  (challenge: string, code: string): AppThunk<Promise<Refusal | null>> =>
  async (dispatch) => {
    const refusal = await postOnce({ ...readArrival(), challenge, email_code: code }, dispatch);
    if (refusal && !refusal.canPass && !asksForCode(refusal)) dispatch(entryRefused(refusal));
    return refusal;
  };

async function postOnce(parameters: EntryRequest, dispatch: AppDispatch): Promise<Refusal | null> {
  const entryRequest = { ...parameters, referrer: document.referrer };
  const answer = await dispatch(generatedApi.endpoints.entry.initiate({ entryRequest }, { track: false }));
  if (!answer.data) return refusalOf(answer.error);
  forgetArrival();
  await dispatch(signIn(answer.data));
  return null;
}

/** Take up the stored session; false where there is none, true where the visitor was let in or told why not. */
const resume = (): AppThunk<Promise<boolean>> => async (dispatch) => {
  if (!readTokens()) return false;
  const renewal = await freshTokens(dispatch);
  if (renewal === "refused") dispatch(sessionEnded());
  else if (renewal === "unanswered") dispatch(entryRefused(refusalOf(NO_ANSWER)));
  else await dispatch(askWhoItIs());
  return true;
};

const askWhoItIs = (): AppThunk<Promise<void>> => async (dispatch) => {
  const start = dispatch(askStart());
  const { data, error, isSuccess } = await dispatch(whoItIs());
  if (isSuccess) await goOnWith(data, start, dispatch);
  else if ((error as Partial<CallError> | undefined)?.status === 401) dispatch(sessionEnded());
  else dispatch(entryRefused(refusalOf(error ?? NO_ANSWER)));
};

const whoItIs = () => askOnce(generatedApi.endpoints.me.initiate(undefined, { forceRefetch: true }));

function goOnWith(user: CurrentUser, start: Promise<StartAnswer | null>, dispatch: AppDispatch) {
  storeSessionId(user.session_id);
  return dispatch(signInCompleted(user, start));
}

/** Keep the tokens of an answer that let somebody in, and show the page to them. */
export const signIn =
  (answer: TokenAnswer): AppThunk<Promise<void>> =>
  (dispatch) => {
    storeTokens(answer);
    return dispatch(signInCompleted(userOf(answer), dispatch(askStart())));
  };

const UNREADABLE: unknown[] = [400, 413, 422];

/** Why an entry failed: the server's own sentence where it refused; a failure of the way there may pass. */
function refusalOf(error: CallError | SerializedError): Refusal {
  const { status, retryAfter } = error as Partial<CallError>;
  const canPass = status === 429 || typeof status !== "number" || status >= 500;
  const said = errorText(error);
  return {
    text: status === 403 && said ? said : UNREADABLE.includes(status) ? ENTRY_INVALID : ENTRY_FAILED,
    more: canPass ? said : null,
    code: codeOf(error),
    canPass,
    retryAt: canPass && retryAfter ? Date.now() + retryAfter * 1000 : null,
  };
}
