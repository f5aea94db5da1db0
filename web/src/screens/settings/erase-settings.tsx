import Alert from "@mui/material/Alert";
import { useState } from "react";
import { useMeQuery } from "@/api/generated";
import { Button } from "@/kit/button";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppDispatch } from "@/lib/state/hooks";
import { eraseMe } from "./erase";
import styles from "./settings.module.css";
import { SettingsSection } from "./settings-section";
import { ERASE_ME, NOT_ERASED } from "./words";

/** What the service keeps of the visitor, and a way to have it erased. */
export function EraseSettings() {
  const { data } = useMeQuery();
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsSection title="Kept by the service">
      <p>
        The service keeps your sign-ins, short links, watched presets, days of the quiz, the tier of a code
        you redeemed, lists of days you wrote last, and your name in its log of sign-ins.
      </p>
      <div className={styles.ways}>
        <Button aria-haspopup="dialog" disabled={!data} onClick={() => setAsking(true)}>
          {ERASE_ME}
        </Button>
      </div>
      {isAsking && data && <EraseDialog userId={data.user_id} onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}

/** Asks before everything is erased for good. */
function EraseDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<"asking" | "erasing" | "failed">("asking");
  const erase = () => {
    setState("erasing");
    dispatch(eraseMe(userId)).catch(() => setState("failed"));
  };
  return (
    <Dialog title={ERASE_ME} onClose={onClose}>
      <p>
        Are you sure? This cannot be undone. You are signed out everywhere. Your short links and the lists of
        days you wrote last end for everybody, and your watches send nothing more. An account of this service
        is removed too.
      </p>
      <p>
        Left are lines of the log without your name and address, and a digest that keeps a restore from
        bringing you back. Older backups hold you until they are deleted. What is saved in this browser stays:
        reset it first if it should go too.
      </p>
      {state === "failed" && <Alert severity="error">{NOT_ERASED}</Alert>}
      <div className={styles.ways}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={state === "erasing"} onClick={erase}>
          Erase
        </Button>
      </div>
    </Dialog>
  );
}
