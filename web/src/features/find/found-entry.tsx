import type { HTMLAttributes } from "react";
import type { Entry } from "./entries";
import styles from "./find.module.css";

/** One line of what was found: its name, what it is about, and what kind of thing it is. */
export function FoundEntry({ entry, ...option }: HTMLAttributes<HTMLLIElement> & { entry: Entry }) {
  return (
    <li {...option} className={styles.entry}>
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.kind}>{entry.kind}</span>
      <span className={styles.detail}>{entry.detail}</span>
    </li>
  );
}
