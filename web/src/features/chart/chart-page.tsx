import styles from "./chart-page.module.css";

export default function ChartPage() {
  return (
    <div className={styles.page}>
      <h1>Chart</h1>
      <p>The chart screen is not part of this version yet.</p>
    </div>
  );
}
