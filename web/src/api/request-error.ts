import type { FetchBaseQueryError, FetchBaseQueryMeta } from "@reduxjs/toolkit/query/react";
import { withFeatureNames } from "./feature-names";
import type { Feature } from "./generated";

/** A failed call; `retryAfter` in seconds where the server said when to ask again. */
export type CallError = FetchBaseQueryError & { retryAfter?: number };

export const NO_ANSWER: CallError = { status: "FETCH_ERROR", error: "nobody answered" };

const TEXTS: Record<number, string> = {
  403: "Access denied",
  404: "Resource not found",
  500: "Server error. Please try again later.",
  504: "Request timeout. Please try again.",
};

/** What a call comes to where nobody was there to answer it, or nobody able to. */
const UNANSWERED: unknown[] = ["FETCH_ERROR", "TIMEOUT_ERROR", 502, 503, 504];
/** Of these what says only that this one call took too long. */
const TOO_LONG: unknown[] = ["TIMEOUT_ERROR", 504];

/** Whether a call failed in a way that puts in question that anybody is there. */
export function isUnanswered(status: unknown): boolean {
  return UNANSWERED.includes(status);
}

/** Whether a failed call may be made once more where others are answered. */
export function isCutOff(status: unknown): boolean {
  return isUnanswered(status) && !TOO_LONG.includes(status);
}

export const SESSION_EXPIRED = "Session expired. Please refresh the page.";
const RETRY_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** The sentence a person reads for a failed call (spec/product.md section 8). */
export function toastText(error: FetchBaseQueryError): string {
  if (error.status === "TIMEOUT_ERROR") return "Request timeout";
  if (error.status === "FETCH_ERROR") return "Network error. Please check your connection.";
  const known = typeof error.status === "number" ? TEXTS[error.status] : undefined;
  return known ?? messageOf(error.data) ?? "An error occurred";
}

/** What a failed call says on the card or page that asked: the server's own message where it gave one. */
export function errorText(error: unknown): string | null {
  if (error === undefined || error === null) return null;
  if (typeof error !== "object") return String(error);
  if ("data" in error && messageOf(error.data)) return messageOf(error.data);
  if ("status" in error) return toastText(error as FetchBaseQueryError);
  return messageOf(error) ?? "An error occurred";
}

/** A failure whose message calls features by the names that the page shows. */
export function inWords(error: CallError, features: readonly Feature[]): CallError {
  const message = messageOf(error.data);
  if (message === null || typeof error.status !== "number") return error;
  const data = { ...(error.data as object), message: withFeatureNames(message, features) };
  return { ...error, data };
}

/** The server's word for what is wrong, such as unknown_code; null where it gave none. */
export function codeOf(error: unknown): string | null {
  const data = typeof error === "object" && error !== null && "data" in error ? error.data : null;
  const code = typeof data === "object" && data !== null && "code" in data ? data.code : null;
  return typeof code === "string" ? code : null;
}

function messageOf(data: unknown): string | null {
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : null;
  return typeof message === "string" && message !== "" ? message : null;
}

/**
 * How long to wait before asking again, in milliseconds, or null where asking again is wrong: a timeout, every 4xx
 * but a 429 that says when, and a server that names a time too far off to wait for.
 */
export function retryDelay(
  error: FetchBaseQueryError,
  meta: FetchBaseQueryMeta | undefined,
  retry: number,
): number | null {
  const ownDelay = Math.min(RETRY_DELAY_MS * 2 ** (retry - 1), LONGEST_DELAY_MS);
  if (error.status === "FETCH_ERROR") return ownDelay;
  if (typeof error.status !== "number" || error.status === 504) return null;
  const seconds = askedSeconds(meta);
  const asked = seconds === null ? null : seconds * 1000;
  if (error.status === 429) return asked === null || asked > LONGEST_DELAY_MS ? null : asked;
  if (error.status < 500) return null;
  return Math.min(asked ?? ownDelay, LONGEST_DELAY_MS);
}

/** What the answer's Retry-After asks for, in seconds. */
export function askedSeconds(meta: FetchBaseQueryMeta | undefined): number | null {
  const seconds = Number.parseFloat(meta?.response?.headers.get("Retry-After") ?? "");
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : null;
}
