import type { SerializedError } from "@reduxjs/toolkit";
import { useEffect, useState } from "react";
import { type CallError, codeOf, toastText } from "@/api/request-error";
import styles from "./access.module.css";
import { TOO_MANY_ATTEMPTS, waitWords } from "./words";

const SECOND = 1000;

/** Why a form failed, in words, and when it may be sent again (milliseconds since the epoch, null for at once). */
interface Failure {
  text: string;
  retryAt: number | null;
}

export interface Answer<Data> {
  data?: Data | undefined;
  error?: CallError | SerializedError | undefined;
}

/** Sends a form's calls: `words` say by status why one failed; the server's `question`, by its code, is no failure. */
export function useAttempt(words: Record<number, string> = {}, question?: string) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const left = useWait(failure?.retryAt ?? null);
  const attempt = async <Data,>(asked: Promise<Answer<Data>>) => {
    setAsking(true);
    setFailure(null);
    const answer = await asked;
    setAsking(false);
    if (answer.error && (!question || codeOf(answer.error) !== question))
      setFailure(failureOf(answer.error, words));
    return answer;
  };
  const told = (
    <>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure.text}
        </p>
      )}
      <WaitLine left={left} />
    </>
  );
  return { attempt, isHeld: isAsking || left > 0, told };
}

/** The failure of a form's call, for the page and, without what was typed, for the log. */
function failureOf(error: CallError | SerializedError, words: Record<number, string>): Failure {
  if (!("status" in error)) return { text: "An error occurred", retryAt: null };
  const { status, retryAfter } = error;
  console.error("Sign-in call failed", status);
  const own = typeof status === "number" ? words[status] : undefined;
  return {
    text: own ?? (status === 429 ? TOO_MANY_ATTEMPTS : toastText(error)),
    retryAt: retryAfter ? Date.now() + retryAfter * 1000 : null,
  };
}

/** Milliseconds left until `until` (since the epoch, null for no wait), counted down each second. */
export function useWait(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  const [counted, setCounted] = useState(until);
  if (counted !== until) {
    setCounted(until);
    setNow(Date.now());
  }
  const left = until === null ? 0 : Math.max(until - now, 0);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}

/** When it can be tried again; a timer, so that a reader is not told every second. */
export function WaitLine({ left }: { left: number }) {
  return left === 0 ? null : <p role="timer">{waitWords(left)}</p>;
}
