import type { FetchBaseQueryError } from "@reduxjs/toolkit/query/react";
import { withFeatureNames } from "./feature-names";
import type { Feature } from "./generated";

/** A failed call; `retryAfter` in seconds where the server said when to ask again. */
export type CallError = FetchBaseQueryError & { retryAfter?: number };

export const NO_ANSWER: CallError = { status: "FETCH_ERROR", error: "nobody answered" };

/** Whether the snapshot that a call named is served no more. */
export const isSnapshotGone = (error: unknown) => codeOf(error) === "snapshot_gone";

/** The same result; one of a snapshot that is gone is on its way, since its hook asks again with the next id. */
export function untilRenewed<Result extends { error?: unknown }>(result: Result): Result {
  if (!isSnapshotGone(result.error)) return result;
  return { ...result, error: undefined, isError: false, isFetching: true };
}

const TEXTS: Partial<Record<CallError["status"], string>> = {
  TIMEOUT_ERROR: "Request timeout",
  FETCH_ERROR: "Network error. Please check your connection.",
  403: "Access denied",
  404: "Resource not found",
  500: "Server error. Please try again later.",
  504: "Request timeout. Please try again.",
};
const OTHERWISE = "An error occurred";
export const SESSION_EXPIRED = "Session expired. Please refresh the page.";

/** What a call comes to where nobody was there to answer it, or nobody able to. */
const UNANSWERED: unknown[] = ["FETCH_ERROR", "TIMEOUT_ERROR", 502, 503, 504];

/** Whether a call failed in a way that puts in question that anybody is there. */
export function isUnanswered(status: unknown): boolean {
  return UNANSWERED.includes(status);
}

/** Whether the service says that what was asked cannot be. */
export const isRefused = (error: unknown) => (error as Partial<CallError> | undefined)?.status === 422;

/** Whether a failed call, not only a slow one, may be made once more where others are answered. */
export function isCutOff(status: unknown): boolean {
  return isUnanswered(status) && status !== "TIMEOUT_ERROR" && status !== 504;
}

/** The sentence a person reads for a failed call (spec/product.md section 8). */
export function toastText({ status, data }: FetchBaseQueryError): string {
  return TEXTS[status] ?? textIn(data, "message") ?? OTHERWISE;
}

/** What a failed call says on the card or page that asked: the server's own message where it gave one. */
export function errorText(error: unknown): string | null {
  if (error === undefined || error === null) return null;
  if (typeof error !== "object") return String(error);
  const said = textIn((error as Partial<CallError>).data, "message");
  if (said) return said;
  return "status" in error ? toastText(error as CallError) : (textIn(error, "message") ?? OTHERWISE);
}

/** A failure whose message calls features by the names that the page shows. */
export function inWords(error: CallError, features: readonly Feature[]): CallError {
  const message = textIn(error.data, "message");
  if (message === null || typeof error.status !== "number") return error;
  return { ...error, data: { ...(error.data as object), message: withFeatureNames(message, features) } };
}

/** The server's word for what is wrong, such as unknown_code; null where it gave none. */
export function codeOf(error: unknown): string | null {
  return textIn((error as Partial<CallError> | null | undefined)?.data, "code");
}

function textIn(answer: unknown, name: string): string | null {
  const text = (answer as Record<string, unknown> | null | undefined)?.[name];
  return typeof text === "string" && text !== "" ? text : null;
}

const RETRY_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** Milliseconds until a call is made again; null after a timeout, a 4xx but a timed 429, and a time too far off. */
export function retryDelay({ status, retryAfter }: CallError, retry: number): number | null {
  const ownDelay = Math.min(RETRY_DELAY_MS * 2 ** (retry - 1), LONGEST_DELAY_MS);
  if (status === "FETCH_ERROR") return ownDelay;
  if (typeof status !== "number" || status === 504) return null;
  const asked = retryAfter === undefined ? null : retryAfter * 1000;
  if (status === 429) return asked === null || asked > LONGEST_DELAY_MS ? null : asked;
  return status < 500 ? null : Math.min(asked ?? ownDelay, LONGEST_DELAY_MS);
}
