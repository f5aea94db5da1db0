import type { FilterStatus } from "../state/filters";
import styles from "./filter-card.module.css";

const WORDS: Record<Exclude<FilterStatus, "none">, string> = {
  pending: "Pending filter",
  active: "Active filter",
  modified: "Modified filter",
};

/** The state of a card's filter; each state has its own shape beside its colour, and its words. */
export function StatusDot({ status }: { status: FilterStatus }) {
  if (status === "none") return <span className={styles.dot} data-status="none" aria-hidden="true" />;
  return (
    <span
      className={styles.dot}
      data-status={status}
      data-hint={WORDS[status]}
      data-hint-delay="200"
      role="img"
      aria-label={WORDS[status]}
    />
  );
}
