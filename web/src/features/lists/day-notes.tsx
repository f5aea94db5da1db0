import styles from "./lists.module.css";
import { useListsOf } from "./state/lists-api";

/** The lists that a day is in and what they say of it, in one quiet line; nothing where it is in none. */
export function DayNotes({ date }: { date: string }) {
  const lists = useListsOf(date);
  if (lists.length === 0) return null;
  const words = lists.map(({ name, note }) => (note === "" ? name : `${name}: ${note}`)).join(" · ");
  return (
    <p className={styles.notes} role="note" aria-label="Lists of this day" data-hint={words}>
      {words}
    </p>
  );
}
