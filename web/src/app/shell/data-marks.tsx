import WarningAmber from "@mui/icons-material/WarningAmber";
import { useSummary } from "@/api/catalogue";
import styles from "./shell.module.css";

/** What nobody may miss about the data behind every figure: that it is sample data, that rolls are unknown. */
export function DataMarks() {
  const { data } = useSummary();
  if (!data) return null;
  const { sample_data, roll_state } = data.snapshot;
  const isRollUnknown = roll_state === "unknown";
  if (!sample_data && !isRollUnknown) return null;
  return (
    <div className={styles.marks} role="note" aria-label="About this data">
      {sample_data && (
        <span className={styles.mark}>
          <WarningAmber fontSize="inherit" />
          <span>
            <strong>Sample data</strong>: made by this program, not by a market.
          </span>
        </span>
      )}
      {isRollUnknown && (
        <span className={styles.mark}>
          <WarningAmber fontSize="inherit" />
          <span>
            <strong>Unknown rolls</strong>: the bars do not say their contract, so gaps may hold contract
            changes.
          </span>
        </span>
      )}
    </div>
  );
}
