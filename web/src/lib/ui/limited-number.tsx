import { useId, useState } from "react";
import { type Limits, readWithin } from "@/lib/ama-limits";
import controls from "./controls.module.css";
import styles from "./entry.module.css";

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

/**
 * Takes effect as soon as it is within its limits. Left outside them it becomes its fallback, or what it was where
 * an empty box has a meaning.
 */
export function LimitedNumber({ label, limits, value, empty, saysLimits, onNumber }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const { min, max, step, fallback } = limits;
  const read = (text: string) => (text === "" && empty !== undefined ? empty : readWithin(text, limits));
  const isWrong = typed !== null && read(typed) === null;
  const type = (text: string) => {
    setTyped(text);
    const number = read(text);
    if (number !== null) onNumber(number);
  };
  const leave = () => {
    if (isWrong && empty === undefined) onNumber(fallback);
    setTyped(null);
  };
  return (
    <div className={styles.entry}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        className={controls.field}
        {...{ min, max, step }}
        placeholder={String(empty ?? fallback)}
        value={typed ?? (value === empty ? "" : value)}
        aria-invalid={isWrong}
        aria-describedby={saysLimits ? `${id}-limits` : undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      {saysLimits && (
        <span id={`${id}-limits`} className={styles.limits}>
          {`${min} to ${max}${isWrong ? `, else ${fallback}` : ""}`}
        </span>
      )}
    </div>
  );
}
