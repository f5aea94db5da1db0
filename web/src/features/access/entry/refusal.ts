import type { SerializedError } from "@reduxjs/toolkit";
import { type CallError, codeOf, errorText } from "@/api/request-error";
import type { Refusal } from "@/api/session/session-slice";

const FAILED = "Authentication error. Please try again.";
const INVALID = "Invalid authentication parameters.";
const UNREADABLE: unknown[] = [400, 413, 422];

/**
 * Why an entry failed, in words: the server's own sentence where it refused, else the plain one with what is known
 * beside it. A failure of the way there or of the server may pass.
 */
export function refusalOf(error: CallError | SerializedError, now = Date.now()): Refusal {
  const { status, retryAfter } = error as Partial<CallError>;
  const canPass = status === 429 || typeof status !== "number" || status >= 500;
  const said = errorText(error);
  return {
    text: status === 403 && said ? said : UNREADABLE.includes(status) ? INVALID : FAILED,
    more: canPass ? said : null,
    code: codeOf(error),
    canPass,
    retryAt: canPass && retryAfter ? now + retryAfter * 1000 : null,
  };
}
