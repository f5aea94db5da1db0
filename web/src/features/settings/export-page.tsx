import styles from "./settings.module.css";

export default function ExportPage() {
  return (
    <div className={styles.page}>
      <h1>Export</h1>
      <p>Export functionality for CSV, Excel, and PDF will be available here.</p>
    </div>
  );
}
