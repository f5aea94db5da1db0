import { useSummary } from "@/api/catalogue";
import type { SummaryAnswer } from "@/api/generated";
import { countOf, formatCount, formatDate } from "@/lib/text/format";
import FIGURES from "../figures.json";
import { type Fact, FactList } from "./fact-list";
import { wilsonSteps } from "./worked";

const ROLLS: Readonly<Record<string, string>> = {
  contracts: "known: each bar names its contract",
  calendar: "taken from the exchange's calendar",
  adjusted: "none in the prices: the maker of the bars adjusted them",
  file: "known from a list of them",
  unknown: "unknown: a gap may hold a change of contract",
};

/** What the shown data holds and what was left out of it. */
export function DataFacts() {
  const summary = useSummary().data;
  return (
    <FactList
      label="The data you are looking at"
      facts={summary && factsOf(summary)}
      pending="The data's own figures come with the data."
    />
  );
}

function factsOf({ snapshot, min_date, max_date }: SummaryAnswer): Fact[] {
  const setAside = `${formatCount(snapshot.quarantined.length)} set aside with bars missing or wrong`;
  const facts: Fact[] = [
    ["Data", `${snapshot.symbol}, ${formatDate(min_date)} to ${formatDate(max_date)}`],
    ["Counted", countOf(snapshot.full_sessions, "full session")],
    ["Left out", `${countOf(snapshot.short_sessions.length, "half day")}, ${setAside}`],
    ["Missing", countOf(snapshot.missing_sessions.length, "session")],
    ["Trade on closed days", countOf(snapshot.closed_days.length, "day")],
    ["Rolls", ROLLS[snapshot.roll_state] ?? snapshot.roll_state],
  ];
  return snapshot.sample_data ? [...facts, ["Sample data", "Made by a program; no market."]] : facts;
}

const { mediumFrom, mediumTo } = FIGURES.grades;

/** How far an interval reaches to either side of an even share. */
function reach(n: number): string {
  return `${(100 * wilsonSteps(n / 2, n).halfWidth).toFixed(1)} points`;
}

/** What the grades of a sample mean. */
export const GRADES: readonly Fact[] = [
  [`Under ${mediumFrom} days`, "Small: the card says “small sample”. A hint to look further."],
  [
    `${mediumFrom} to ${mediumTo} days`,
    `Medium: the limits of an even share lie ${reach(mediumFrom)} to either side at ${mediumFrom} days, ${reach(mediumTo)} at ${mediumTo}.`,
  ],
  [
    `Over ${mediumTo} days`,
    `Large: closer than that; half as far takes four times the days, ${reach(4 * mediumTo)} at ${4 * mediumTo}.`,
  ],
];
