import type { SummaryAnswer } from "@/api/generated";

/** A worker that is behind the others is so for less than this. */
export const CONFIRM_MS = 3000;

/** What to do about a summary: show its snapshot, ask again in a while, or nothing, because that is under way. */
export type Verdict = "show" | "ask again" | "wait";

/** Whether data of the same instrument was built before that shown. */
export function isOlder({ snapshot }: SummaryAnswer, shown: SummaryAnswer | null): boolean {
  return shown?.snapshot.symbol === snapshot.symbol && snapshot.built_at < shown.snapshot.built_at;
}

/**
 * What to do about each summary that arrives: newer data is shown at once, data that was built before that shown only
 * where every summary of its instrument agrees for a while. Data may be taken back; one of several workers may be behind.
 */
export function snapshotFreshness(now = () => performance.now()) {
  let older: { id: string; since: number } | null = null;
  return (shown: SummaryAnswer | null, summary: SummaryAnswer): Verdict => {
    const { id } = summary.snapshot;
    if (!isOlder(summary, shown)) {
      older = null;
      return "show";
    }
    if (older?.id === id) return now() - older.since < CONFIRM_MS ? "wait" : "show";
    older = { id, since: now() };
    return "ask again";
  };
}
