import { Suspense, useState } from "react";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { saveFile } from "@/lib/storage/save-file";
import { Button } from "@/lib/ui/button";
import { lazyWithRetry } from "@/lib/ui/lazy-with-retry";
import styles from "./settings.module.css";
import { SettingsSection } from "./settings-section";
import { savedCopy } from "./state/preferences-reset";

const ResetDialog = lazyWithRetry(() => import("./reset-dialog"));

/** What the browser keeps for the page: a copy of it, and a way to be rid of it. */
export function SavedStateSettings() {
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsSection title="Saved in this browser">
      <p>
        Layout, presets, history, profiles, drawings and preferences are kept in this browser and are not sent
        as such; filters are part of what you ask.
      </p>
      <div className={styles.ways}>
        <CopyButton />
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Reset everything saved
        </Button>
      </div>
      <Suspense fallback={null}>{isAsking && <ResetDialog onClose={() => setAsking(false)} />}</Suspense>
    </SettingsSection>
  );
}

function CopyButton() {
  const dispatch = useAppDispatch();
  const download = () => {
    try {
      saveFile(new Blob([savedCopy()], { type: "application/json" }), "session-almanac-saved.json");
    } catch {
      dispatch(toastAdded("error", "The browser's storage is blocked. Nothing is saved in it."));
    }
  };
  return <Button onClick={download}>Download a copy</Button>;
}
