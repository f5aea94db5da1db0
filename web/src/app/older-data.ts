import type { SummaryAnswer } from "@/api/generated";

/** A worker that is behind the others is so for less than this. */
export const DOUBT_MS = 3000;

/** What to do about a summary: show its snapshot, ask again in a while, or nothing, because that is under way. */
export type Belief = "show" | "ask again" | "wait";

/** Whether data of the same instrument was built before that shown. */
export function isOlder({ snapshot }: SummaryAnswer, shown: SummaryAnswer | null): boolean {
  return shown?.snapshot.symbol === snapshot.symbol && snapshot.built_at < shown.snapshot.built_at;
}

/**
 * Judges the summaries that arrive: newer data is believed at once, data that was built before that shown only where
 * nothing else was said of its instrument for a while. Data may be taken back; one of several workers may be behind.
 */
export function judge(now = () => performance.now()) {
  let doubt: { id: string; since: number } | null = null;
  return (shown: SummaryAnswer | null, summary: SummaryAnswer): Belief => {
    const { id } = summary.snapshot;
    if (!isOlder(summary, shown)) {
      doubt = null;
      return "show";
    }
    if (doubt?.id === id) return now() - doubt.since < DOUBT_MS ? "wait" : "show";
    doubt = { id, since: now() };
    return "ask again";
  };
}
