import type { SummaryAnswer } from "@/api/generated";
import { barsOf, type ChartDay } from "./day";

type Snapshot = SummaryAnswer["snapshot"];

/** What is special about a day: half, quarantined, a roll, what is missing before it, levels that are unknown. */
export function dayWords(day: ChartDay, snapshot: Snapshot | undefined): string[] {
  const { is_roll, contract } = day.metadata;
  const hasUnknown = Object.values(day.referenceLines).some((level) => level === null);
  return [
    ...barsWords(day),
    ...(is_roll
      ? [`Roll session${contract ? ` to ${contract}` : ""}: yesterday's levels are another contract's.`]
      : []),
    ...(snapshot ? absentBefore(day, snapshot) : []),
    ...(hasUnknown ? ["Levels that are unknown are not drawn."] : []),
    ...(barsOf(day, "previous").length === 0 ? ["There is no session before it."] : []),
  ];
}

/** Which bars there are: those known by now, of a half day, of a session that is not counted. */
function barsWords({ bars, metadata: { kind, reason }, knownTo }: ChartDay): string[] {
  const count = barsOf({ bars }, "current").length;
  if (knownTo !== undefined) {
    const hidden = `Bars from ${Math.max(0, knownTo) + 1} on are hidden: not known yet.`;
    return kind === "short" ? [hidden, "Half day."] : [hidden];
  }
  if (kind === "short") return [`Half day: ${count} bars.`];
  return kind === "quarantined" ? [`Not counted in any figure: ${reason ?? `${count} bars`}.`] : [];
}

/** The sessions of the exchange between the shown day and the one drawn before it. */
function absentBefore({ metadata }: ChartDay, { missing_sessions, quarantined }: Snapshot): string[] {
  const { currentDate, previousDate } = metadata;
  if (currentDate === null || previousDate === null) return [];
  const isBetween = (date: string) => date > previousDate && date < currentDate;
  return [
    ...missing_sessions.filter(isBetween).map((date) => `${date} is missing.`),
    ...quarantined
      .filter(({ date }) => isBetween(date))
      .map(({ date, reason }) => `${date} is not counted: ${reason}.`),
  ];
}
