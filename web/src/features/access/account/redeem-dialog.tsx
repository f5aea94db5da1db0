import { type FormEvent, useState } from "react";
import { codeOf, errorText } from "@/api/request-error";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { TIER_NAMES } from "@/lib/tiers";
import { Button } from "@/lib/ui/button";
import { TextField } from "@/lib/ui/fields/fields";
import { Dialog } from "@/lib/ui/overlays/dialog";
import styles from "../access.module.css";
import { type Failure, failureOf } from "../failure";
import { FailureLines } from "../failure-lines";
import { useWait } from "../wait";
import { redeem } from "./redeem";

const UNKNOWN = { 404: "This code is not known. Check it and try again." };

/**
 * Asks for a code; one that is taken changes the tier and nothing of what the visitor set up. One of a lower tier
 * than the visitor has is taken only after asking.
 */
export default function RedeemDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [lowering, setLowering] = useState<string | null>(null);
  const left = useWait(failure?.retryAt ?? null);
  const send = async (mayLower: boolean) => {
    setAsking(true);
    setFailure(null);
    const outcome = await dispatch(redeem(code.trim(), mayLower));
    setAsking(false);
    if ("error" in outcome) {
      const isLower = codeOf(outcome.error) === "lower_tier";
      setLowering(isLower ? errorText(outcome.error) : null);
      if (!isLower) setFailure(failureOf(outcome.error, UNKNOWN));
      return;
    }
    const tier = TIER_NAMES[outcome.data.profile];
    dispatch(toastAdded("success", `Code redeemed. Your profile is ${tier}.`));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(false);
  };
  if (lowering !== null) {
    return (
      <Dialog title="Redeem code" onClose={onClose}>
        <LowerTier told={lowering} isAsking={isAsking} onRedeem={() => void send(true)} onKeep={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Redeem code" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <label>
          Code
          <TextField
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

interface LowerTierProps {
  /** Which tier the code gives and which one the visitor has. */
  told: string;
  isAsking: boolean;
  onRedeem: () => void;
  onKeep: () => void;
}

function LowerTier({ told, isAsking, onRedeem, onKeep }: LowerTierProps) {
  return (
    <div className={styles.form}>
      <p role="alert">{told} Redeem it all the same?</p>
      <div className={styles.ways}>
        <Button disabled={isAsking} onClick={onRedeem}>
          Redeem all the same
        </Button>
        <Button look="primary" autoFocus onClick={onKeep}>
          Keep my profile
        </Button>
      </div>
    </div>
  );
}
