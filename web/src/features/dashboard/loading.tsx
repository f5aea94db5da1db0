import styles from "./dashboard.module.css";

export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      Loading data...
    </div>
  );
}
