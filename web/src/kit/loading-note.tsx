import styles from "./loading-note.module.css";

/** Shown at the corner of what is loading again; it fades in late, so that a quick answer shows none. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <p className={styles.note} role="status">
      {children}
    </p>
  );
}
