import Alert from "@mui/material/Alert";
import { useState } from "react";
import { askForReset, savedCopy } from "@/kept/preferences/preferences-reset";
import { preferencesChosen } from "@/kept/preferences/preferences-slice";
import { NOTHING_CHANGED } from "@/kept/words";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { Dialog } from "@/kit/overlays/dialog";
import { pageSettings } from "@/lib/page-settings";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { saveFile } from "@/lib/storage/save-file";
import styles from "./settings.module.css";
import { SettingsSection } from "./settings-section";
import { NO_USAGE_EVENTS, WHAT_LEAVES } from "./words";

/** What leaves the browser, and a way to send less of it. */
export function PrivacySettings() {
  const { analyticsUrl } = pageSettings();
  return (
    <SettingsSection title={WHAT_LEAVES}>
      <p>
        Every question goes to the service that this page came from, under your sign-in: filters, dates, open
        cards, chosen days and chart settings. It could not be answered otherwise.
      </p>
      {analyticsUrl === null ? (
        <p>{NO_USAGE_EVENTS}</p>
      ) : (
        <UsageEvents host={new URL(analyticsUrl, location.origin).host} />
      )}
    </SettingsSection>
  );
}

function UsageEvents({ host }: { host: string }) {
  const dispatch = useAppDispatch();
  const isOn = useAppSelector(({ preferences }) => preferences.usageEvents);
  return (
    <>
      <p>
        Usage events go to {host}: the filters you apply (feature, operator and value) and calls that failed
        (which one, with how many filters). They bear a random number that changes after half an hour, not who
        you are.
      </p>
      <Check
        label="Send usage events"
        checked={isOn}
        onChange={(usageEvents) => dispatch(preferencesChosen({ usageEvents }))}
      />
    </>
  );
}

/** What the browser keeps for the page: a copy of it, and a way to be rid of it. */
export function SavedStateSettings() {
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const download = () => {
    try {
      saveFile(new Blob([savedCopy()], { type: "application/json" }), "session-almanac-saved.json");
    } catch {
      dispatch(toastAdded("error", "The browser's storage is blocked. Nothing is saved in it."));
    }
  };
  return (
    <SettingsSection title="Saved in this browser">
      <p>
        Layout, presets, history, profiles, drawings, the ledger, answers of the quiz and preferences are kept
        in this browser, not sent as such; filters are part of what you ask.
      </p>
      <div className={styles.ways}>
        <Button onClick={download}>Download a copy</Button>
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Reset everything saved
        </Button>
      </div>
      {isAsking && <ResetDialog onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}

/** Asks before everything saved is forgotten; the sign-in stays. */
function ResetDialog({ onClose }: { onClose: () => void }) {
  const [hasFailed, setFailed] = useState(false);
  const reset = () => {
    try {
      askForReset();
      location.reload();
    } catch {
      setFailed(true);
    }
  };
  return (
    <Dialog title="Reset everything saved" onClose={onClose}>
      <p>
        Are you sure? Layout, filters, presets, history, profiles, ledger, answers of the quiz and preferences
        of this browser are forgotten. You stay signed in.
      </p>
      {hasFailed && <Alert severity="error">{NOTHING_CHANGED}</Alert>}
      <div className={styles.ways}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={reset}>
          Reset
        </Button>
      </div>
    </Dialog>
  );
}
