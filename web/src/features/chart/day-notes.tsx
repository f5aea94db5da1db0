import { barsOf, type ChartDay } from "@/charts/candles/day";
import styles from "./chart.module.css";

/** What is special about a day: half, quarantined, a roll, no day before it, levels that are unknown. */
export function DayNotes({ day }: { day: ChartDay }) {
  const notes = notesOf(day);
  return notes.length === 0 ? null : (
    <p className={styles.notes} role="note" aria-label="About this day">
      {notes.join(" ")}
    </p>
  );
}

export function notesOf(day: ChartDay): string[] {
  const { kind, reason, is_roll, contract } = day.metadata;
  const bars = barsOf(day, "current").length;
  const hasUnknown = Object.values(day.referenceLines).some((level) => level === null);
  return [
    ...(kind === "short" ? [`Half day: ${bars} bars.`] : []),
    ...(kind === "quarantined" ? [`Not counted in any figure: ${reason ?? `${bars} bars`}.`] : []),
    ...(is_roll
      ? [`Roll session${contract ? ` to ${contract}` : ""}: yesterday's levels are another contract's.`]
      : []),
    ...(hasUnknown ? ["Levels that are unknown are not drawn."] : []),
    ...(barsOf(day, "previous").length === 0 ? ["There is no session before it."] : []),
  ];
}
