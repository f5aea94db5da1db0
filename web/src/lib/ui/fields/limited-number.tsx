import { type KeyboardEvent, useId, useState } from "react";
import { type Limits, readWithin } from "@/lib/text/number-text";
import styles from "./entry.module.css";
import { TextField } from "./fields";

interface Props {
  label: string;
  limits: Limits;
  value: number;
  /** What an empty box stands for; without it an empty box is as wrong as any other text. */
  empty?: number | undefined;
  /** Says the limits below the box, and the fallback while what is typed is wrong. */
  saysLimits?: boolean;
  onNumber: (value: number) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** Takes effect as soon as its text is within the limits; left wrong it becomes its fallback, or what it was. */
export function LimitedNumber({ label, limits, value, empty, saysLimits, onNumber }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<{ text: string; before: number } | null>(null);
  const { min, max, fallback } = limits;
  const read = (text: string) =>
    text.trim() === "" && empty !== undefined ? empty : readWithin(text, limits);
  const isWrong = typed !== null && read(typed.text) === null;
  const type = (text: string) => {
    const before = typed?.before ?? value;
    setTyped({ text, before });
    onNumber(read(text) ?? before);
  };
  const leave = () => {
    if (isWrong && empty === undefined) onNumber(fallback);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || isWrong) return;
    event.preventDefault();
    type(stepped(value, step, limits));
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
        value={typed?.text ?? (value === empty ? "" : String(value))}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value === empty ? undefined : value}
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

/** The next value up or down, without the dust of binary fractions; from an empty box the lowest. */
function stepped(value: number, step: number, limits: Limits): string {
  const next = Math.min(limits.max, Math.max(limits.min, value + step * limits.step));
  return String(Number(next.toFixed(6)));
}
