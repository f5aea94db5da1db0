import { type FormEvent, useState } from "react";
import { codeOf, errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import styles from "../access.module.css";
import { useAttempt } from "../attempt";
import { codeRedeemed, REDEEM_ANYWAY, UNKNOWN_CODE } from "../words";
import { redeem } from "./redeem";

const UNKNOWN = { 404: UNKNOWN_CODE };
const LOWER = "lower_tier";

/** Asks for a code that changes the tier and nothing set up; one of a lower tier is taken only after asking. */
export default function RedeemDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState("");
  const [lowering, setLowering] = useState<string | null>(null);
  const { attempt, isHeld, told } = useAttempt(UNKNOWN, LOWER);
  const send = async (mayLower: boolean) => {
    const { data, error } = await attempt(dispatch(redeem(code.trim(), mayLower)));
    setLowering(codeOf(error) === LOWER ? errorText(error) : null);
    if (!data) return;
    dispatch(toastAdded("success", codeRedeemed(data.profile)));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(false);
  };
  return (
    <Dialog title="Redeem code" onClose={onClose}>
      {lowering === null ? (
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
          {told}
          <div className={styles.ways}>
            <Button type="submit" look="primary" disabled={isHeld || code.trim() === ""}>
              Redeem
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </form>
      ) : (
        <div className={styles.form}>
          <p role="alert">{lowering} Redeem it all the same?</p>
          <div className={styles.ways}>
            <Button disabled={isHeld} onClick={() => void send(true)}>
              {REDEEM_ANYWAY}
            </Button>
            <Button look="primary" autoFocus onClick={onClose}>
              Keep my profile
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
