import { useSummary } from "@/api/catalogue";
import type { ChartDay } from "@/charts/candles/day";
import styles from "./chart.module.css";
import { dayWords } from "./state/day-words";

export function DayNotes({ day }: { day: ChartDay }) {
  const notes = dayWords(day, useSummary().data?.snapshot);
  return notes.length === 0 ? null : (
    <p className={styles.notes} role="note" aria-label="About this day">
      {notes.join(" ")}
    </p>
  );
}
