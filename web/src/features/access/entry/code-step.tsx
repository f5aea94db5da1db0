import { type FormEvent, useState } from "react";
import { useAppDispatch } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { TextField } from "@/lib/ui/fields/fields";
import styles from "../access.module.css";
import { type Failure, failureOf } from "../failure";
import { FailureLines } from "../failure-lines";
import { useWait } from "../wait";
import { askForCode, enterWithCode } from "./entry";

/** Proof by e-mail that the visitor is whom the address names: a code is asked for, mailed, and typed here. */
export function CodeStep() {
  const [challenge, setChallenge] = useState<string | null>(null);
  return challenge === null ? (
    <SendStep label="Send the code" look="primary" onSent={setChallenge} />
  ) : (
    <>
      <ConfirmStep key={challenge} challenge={challenge} />
      <SendStep label="Send a new code" look="quiet" onSent={setChallenge} />
    </>
  );
}

interface SendProps {
  label: string;
  look: "primary" | "quiet";
  onSent: (challenge: string) => void;
}

function SendStep({ label, look, onSent }: SendProps) {
  const dispatch = useAppDispatch();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const left = useWait(failure?.retryAt ?? null);
  const send = async () => {
    setSending(true);
    const answer = await dispatch(askForCode());
    setSending(false);
    setFailure(answer.data ? null : failureOf(answer.error, {}));
    if (answer.data) onSent(answer.data.challenge);
  };
  return (
    <>
      <FailureLines failure={failure} left={left} />
      <Button
        className={styles.single ?? ""}
        look={look}
        disabled={isSending || left > 0}
        onClick={() => void send()}
      >
        {label}
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
