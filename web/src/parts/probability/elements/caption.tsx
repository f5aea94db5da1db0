import type { Maybe } from "../displays/section";
import styles from "../probability.module.css";

/** What the figures are of at the left, a note at the right. */
export function Caption({ text, note }: { text: string; note?: Maybe<string> }) {
  return (
    <p className={styles.caption}>
      <span>{text}</span>
      {note && <span>{note}</span>}
    </p>
  );
}
