import type { SummaryAnswer } from "@/api/generated";
import { barsOf, type ChartDay } from "./day";

type Snapshot = SummaryAnswer["snapshot"];

/** What is special about a day: half, quarantined, a roll, what is missing before it, levels that are unknown. */
export function dayWords(day: ChartDay, snapshot: Snapshot | undefined): string[] {
  const { kind, reason, is_roll, contract } = day.metadata;
  const bars = barsOf(day, "current").length;
  const hasUnknown = Object.values(day.referenceLines).some((level) => level === null);
  return [
    ...(kind === "short" ? [`Half day: ${bars} bars.`] : []),
    ...(kind === "quarantined" ? [`Not counted in any figure: ${reason ?? `${bars} bars`}.`] : []),
    ...(is_roll
      ? [`Roll session${contract ? ` to ${contract}` : ""}: yesterday's levels are another contract's.`]
      : []),
    ...(snapshot ? absentBefore(day, snapshot) : []),
    ...(hasUnknown ? ["Levels that are unknown are not drawn."] : []),
    ...(barsOf(day, "previous").length === 0 ? ["There is no session before it."] : []),
  ];
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
