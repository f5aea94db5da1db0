import { useId, useState } from "react";
import { type Limits, readWithin } from "@/lib/ama-limits";
import styles from "./demo.module.css";

interface Props {
  label: string;
  limits: Limits;
  value: number;
  /** What an empty box stands for; without it an empty box is as wrong as any other text. */
  empty?: number | undefined;
  onNumber: (value: number) => void;
}

/**
 * Takes effect as soon as it is within its limits. Left outside them it becomes its fallback, or what it was where
 * an empty box has a meaning.
 */
export function LimitedNumber({ label, limits, value, empty, onNumber }: Props) {
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
        className={styles.number}
        {...{ min, max, step }}
        placeholder={String(empty ?? fallback)}
        value={typed ?? (value === empty ? "" : value)}
        aria-invalid={isWrong}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
    </div>
  );
}
