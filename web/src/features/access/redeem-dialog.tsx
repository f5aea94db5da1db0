import { type FormEvent, useState } from "react";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { TIER_NAMES } from "@/lib/tiers";
import { Button } from "@/lib/ui/button";
import controls from "@/lib/ui/controls.module.css";
import { Dialog } from "@/lib/ui/dialog";
import styles from "./access.module.css";
import { type Failure, failureOf } from "./failure";
import { FailureLines } from "./failure-lines";
import { redeem } from "./redeem";
import { useWait } from "./wait";

const UNKNOWN = { 404: "This code is not known. Check it and try again." };

/** Asks for a code; one that is taken changes the tier and nothing of what the visitor set up. */
export default function RedeemDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const left = useWait(failure?.retryAt ?? null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    setFailure(null);
    const outcome = await dispatch(redeem(code.trim()));
    setAsking(false);
    if ("error" in outcome) {
      setFailure(failureOf(outcome.error, UNKNOWN));
      return;
    }
    const tier = TIER_NAMES[outcome.data.profile];
    dispatch(toastAdded("success", `Code redeemed. Your profile is ${tier}.`));
    onClose();
  };
  return (
    <Dialog title="Redeem code" onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <label>
          Code
          <input
            className={controls.field}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={128}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </label>
        <FailureLines failure={failure} left={left} />
        <div className={styles.ways}>
          <Button type="submit" look="primary" disabled={isAsking || left > 0 || code.trim() === ""}>
            Redeem
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
