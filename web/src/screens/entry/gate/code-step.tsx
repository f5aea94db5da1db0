import { type FormEvent, useState } from "react";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { useAppDispatch } from "@/lib/state/hooks";
import styles from "../access.module.css";
import { useAttempt } from "../attempt";
import { askForCode, enterWithCode } from "./entry";

/** Proof by e-mail that the visitor is whom the address names: a code is asked for, mailed, and typed here. */
export function CodeStep() {
  const [challenge, setChallenge] = useState<string | null>(null);
  return (
    <>
      {challenge !== null && <ConfirmStep key={challenge} challenge={challenge} />}
      <SendStep isFirst={challenge === null} onSent={setChallenge} />
    </>
  );
}

function SendStep({ isFirst, onSent }: { isFirst: boolean; onSent: (challenge: string) => void }) {
  const dispatch = useAppDispatch();
  const { attempt, isHeld, told } = useAttempt();
  const send = async () => {
    const { data } = await attempt(dispatch(askForCode()));
    if (data) onSent(data.challenge);
  };
  const look = isFirst ? "primary" : "quiet";
  return (
    <>
      {told}
      <Button className={styles.single ?? ""} look={look} disabled={isHeld} onClick={() => void send()}>
        {isFirst ? "Send the code" : "Send a new code"}
      </Button>
    </>
  );
}

function ConfirmStep({ challenge }: { challenge: string }) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    setSaid(null);
    const refusal = await dispatch(enterWithCode(challenge, code));
    if (!refusal) return;
    setSaid(refusal.text);
    setCode("");
    setAsking(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p role="status">The code is on its way. It is good for 10 minutes.</p>
      <label>
        Code
        <TextField
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ""))}
        />
      </label>
      {said && (
        <p className={styles.failure} role="alert">
          {said}
        </p>
      )}
      <Button
        className={styles.single ?? ""}
        type="submit"
        look="primary"
        disabled={isAsking || code.length < 6}
      >
        Confirm
      </Button>
    </form>
  );
}
