import type { Maybe } from "../displays/section";
import styles from "../probability.module.css";

/** What the figures are of at the left, what stands beside them at the right. */
export function Caption({ text, beside }: { text: string; beside?: Maybe<string> }) {
  return (
    <p className={styles.caption}>
      <span>{text}</span>
      {beside && <span>{beside}</span>}
    </p>
  );
}
