import { useEffect, useState } from "react";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

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

/** 'in 40 seconds', 'in 15 minutes' */
export function waitText(milliseconds: number): string {
  const isLong = milliseconds > 90 * SECOND;
  const count = Math.ceil(milliseconds / (isLong ? MINUTE : SECOND));
  return `in ${count} ${isLong ? "minute" : "second"}${count === 1 ? "" : "s"}`;
}

/** When it can be tried again; a timer, so that a reader is not told every second. */
export function WaitLine({ left }: { left: number }) {
  if (left === 0) return null;
  return <p role="timer">You can try again {waitText(left)}.</p>;
}
