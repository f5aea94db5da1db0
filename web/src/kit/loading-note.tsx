import styles from "./loading-note.module.css";

/** Stands at the corner of what is drawn anew; it fades in late, so that a quick answer shows none. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <p className={styles.note} role="status">
      {children}
    </p>
  );
}
