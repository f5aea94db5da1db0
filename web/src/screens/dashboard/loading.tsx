import CircularProgress from "@mui/material/CircularProgress";
import styles from "./dashboard.module.css";

export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <CircularProgress size={18} aria-hidden="true" />
      Loading data...
    </div>
  );
}
