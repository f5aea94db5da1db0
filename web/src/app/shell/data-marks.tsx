import Alert from "@mui/material/Alert";
import { useSummary } from "@/api/catalogue";

/** What nobody may miss about the data behind every figure: that it is sample data, that rolls are unknown. */
export function DataMarks() {
  const { data } = useSummary();
  if (!data) return null;
  const { sample_data, roll_state } = data.snapshot;
  const isRollUnknown = roll_state === "unknown";
  if (!sample_data && !isRollUnknown) return null;
  return (
    <div role="note" aria-label="About this data">
      {sample_data && (
        <Alert severity="warning" role="none">
          <strong>Sample data</strong>: made by this program, not by a market.
        </Alert>
      )}
      {isRollUnknown && (
        <Alert severity="warning" role="none">
          <strong>Unknown rolls</strong>: the bars do not say their contract, so gaps may hold contract
          changes.
        </Alert>
      )}
    </div>
  );
}
