import { useState } from "react";
import { Button } from "@/lib/ui/button";
import { Dialog } from "@/lib/ui/overlays/dialog";
import styles from "./settings.module.css";
import { askForReset } from "./state/preferences-reset";

/** Asks before everything saved is forgotten; the sign-in stays. */
export default function ResetDialog({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const reset = () => {
    try {
      askForReset();
      location.reload();
    } catch {
      setFailure("The browser's storage is full or blocked. Nothing was changed.");
    }
  };
  return (
    <Dialog title="Reset everything saved" onClose={onClose}>
      <p>
        Are you sure? Layout, filters, presets, history, profiles and preferences of this browser are
        forgotten. You stay signed in.
      </p>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
      <div className={styles.ways}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={reset}>
          Reset
        </Button>
      </div>
    </Dialog>
  );
}
