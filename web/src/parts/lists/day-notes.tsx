import { useListWords } from "@/api/calls/lists-api";
import styles from "./lists.module.css";
import { LISTS_OF_DAY } from "./words";

/** The lists that a day is in and what they say of it, in one quiet line; nothing where it is in none. */
export function DayNotes({ date }: { date: string }) {
  const words = useListWords().get(date);
  if (words === undefined) return null;
  return (
    <p className={styles.notes} role="note" aria-label={LISTS_OF_DAY} data-hint={words}>
      {words}
    </p>
  );
}
