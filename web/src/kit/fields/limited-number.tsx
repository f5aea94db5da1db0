import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { type Limits, readWithin } from "@/lib/text/number-text";
import styles from "./entry.module.css";
import { TextField } from "./fields";

interface Props {
  label: string;
  limits: Limits;
  value: number;
  /** The value of an empty box; without it an empty box is as wrong as any other text. */
  empty?: number | undefined;
  /** Says the limits below the box, and the fallback while what is typed is wrong. */
  saysLimits?: boolean;
  onNumber: (value: number) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** How long nothing is typed before a number takes effect. */
const PAUSE_MS = 500;

/** Takes effect once it is whole and within the limits; left wrong it becomes its fallback, or what it was. */
export function LimitedNumber({ label, limits, value, empty, saysLimits, onNumber }: Props) {
  const id = useId();
  const { min, max, fallback } = limits;
  const { typed, current, type, send, leave } = useTyped({ limits, value, empty, onNumber });
  const isWrong = current === null;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (isWrong) return;
    if (event.key === "Enter") send();
    if (step === undefined) return;
    event.preventDefault();
    type(stepped(current, step, limits));
  };
  return (
    <div className={styles.entry}>
      <label htmlFor={id}>{label}</label>
      <TextField
        id={id}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        placeholder={String(empty ?? fallback)}
        value={typed ?? (value === empty ? "" : String(value))}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={current === null || current === empty ? undefined : current}
        aria-invalid={isWrong}
        aria-describedby={saysLimits ? `${id}-limits` : undefined}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {saysLimits && (
        <span id={`${id}-limits`} className={styles.limits}>
          {`${min} to ${max}${empty === undefined ? (isWrong ? `, else ${fallback}` : "") : ", empty is off"}`}
        </span>
      )}
    </div>
  );
}

/**
 * What is typed in place of a value, which it becomes after a pause, by Enter and when the field is left or goes with
 * its panel: part of a number is none. `current` is the number in the field, null while it is wrong.
 */
function useTyped({ limits, value, empty, onNumber }: Omit<Props, "label" | "saysLimits">) {
  const [typed, setTyped] = useState<{ text: string; before: number } | null>(null);
  const before = typed?.before ?? value;
  const read = (text: string) =>
    text.trim() === "" && empty !== undefined ? empty : readWithin(text, limits);
  const current = typed === null ? value : read(typed.text);
  const send = (otherwise = before) => {
    const next = current ?? otherwise;
    if (next !== value) onNumber(next);
  };
  const finish = () => send(empty === undefined ? limits.fallback : before);
  const pause = useEffectEvent(() => send());
  const unmount = useEffectEvent(finish);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => pause(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => () => unmount(), []);
  const leave = () => {
    finish();
    setTyped(null);
  };
  return {
    typed: typed?.text ?? null,
    current,
    type: (text: string) => setTyped({ text, before }),
    send,
    leave,
  };
}

/** The next value up or down, without the dust of binary fractions; from an empty box the lowest. */
function stepped(value: number, step: number, limits: Limits): string {
  const next = Math.min(limits.max, Math.max(limits.min, value + step * limits.step));
  return String(Number(next.toFixed(6)));
}
