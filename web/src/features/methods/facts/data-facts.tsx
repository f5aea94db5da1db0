import { useSummary } from "@/api/catalogue";
import type { SnapshotSummary } from "@/api/generated";
import { countOf, formatCount, formatDate } from "@/lib/text/format";
import styles from "../methods.module.css";
import { type Fact, FactList } from "./fact-list";

const ROLLS: Readonly<Record<string, string>> = {
  contracts: "known: each bar names its contract",
  calendar: "taken from the exchange's calendar",
  adjusted: "none in the prices: whoever made the bars adjusted them",
  file: "known from a list of them",
  unknown: "unknown: a gap may hold a change of contract",
};

/** What the shown data holds and what was left out of it. */
export function DataFacts() {
  const summary = useSummary().data;
  if (!summary) return <p className={styles.pending}>The data's own figures come with the data.</p>;
  const { snapshot, min_date, max_date } = summary;
  return (
    <FactList
      label="The data you are looking at"
      facts={[
        ["Data", `${snapshot.symbol}, ${formatDate(min_date)} to ${formatDate(max_date)}`],
        ...countsOf(snapshot),
        ["Rolls", ROLLS[snapshot.roll_state] ?? snapshot.roll_state],
        ...(snapshot.sample_data ? [["Sample data", "Made by a program; no market."] as const] : []),
      ]}
    />
  );
}

function countsOf(snapshot: SnapshotSummary): Fact[] {
  const { full_sessions, short_sessions, missing_sessions, quarantined, closed_days } = snapshot;
  return [
    ["Counted", countOf(full_sessions, "full session")],
    ["Left out", `${countOf(short_sessions.length, "half day")}, ${setAside(quarantined.length)}`],
    ["Missing", countOf(missing_sessions.length, "session")],
    ["Trade on closed days", countOf(closed_days.length, "day")],
  ];
}

function setAside(sessions: number): string {
  return `${formatCount(sessions)} set aside with bars missing or wrong`;
}
