import type { SerializedError } from "@reduxjs/toolkit";
import { type CallError, toastText } from "@/api/request-error";

/** Why a form failed, in words, and when it may be sent again (milliseconds since the epoch, null for at once). */
export interface Failure {
  text: string;
  retryAt: number | null;
}

const THROTTLED = "Too many attempts.";

/** The failure of a form's call, for the page and, without what was typed, for the log; `words` by status go first. */
export function failureOf(
  error: CallError | SerializedError,
  words: Record<number, string>,
  now = Date.now(),
): Failure {
  if (!("status" in error)) return { text: "An error occurred", retryAt: null };
  const { status, retryAfter } = error;
  console.error("Sign-in call failed", status);
  const own = typeof status === "number" ? words[status] : undefined;
  return {
    text: own ?? (status === 429 ? THROTTLED : toastText(error)),
    retryAt: retryAfter ? now + retryAfter * 1000 : null,
  };
}
