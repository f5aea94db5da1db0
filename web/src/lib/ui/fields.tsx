import { type InputHTMLAttributes, memo, type SelectHTMLAttributes, useState } from "react";
import styles from "./controls.module.css";

export interface Choice {
  value: string;
  label: string;
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> {
  choices: readonly Choice[];
  /** The first choice, which stands for no value; left out where there must be one. */
  emptyLabel?: string;
  onChoose: (value: string) => void;
}

export function SelectField({ choices, emptyLabel, onChoose, className, ...props }: SelectProps) {
  return (
    <select
      {...props}
      className={[styles.field, styles.select, className].filter(Boolean).join(" ")}
      onChange={(event) => onChoose(event.target.value)}
    >
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      <Options choices={choices} />
    </select>
  );
}

/** Thousands of choices are drawn anew only where the list itself is another. */
const Options = memo(function Options({ choices }: Pick<SelectProps, "choices">) {
  return choices.map((choice) => (
    <option key={choice.value} value={choice.value}>
      {choice.label}
    </option>
  ));
});

interface NumberProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  value: number | null;
  onNumber: (value: number | null) => void;
}

const PARTIAL = /^-?\d*\.?\d*$/;

/** The number a text stands for; null where it is empty or not yet one, undefined where it never can be. */
export function parseNumber(text: string): number | null | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (!PARTIAL.test(trimmed)) return undefined;
  const value = Number.parseFloat(trimmed);
  return Number.isNaN(value) ? null : value;
}

/** A text field that accepts nothing or a number; anything else is ignored as it is typed. */
export function NumberField({ value, onNumber, ...props }: NumberProps) {
  const [text, setText] = useState(value === null ? "" : String(value));
  const shown = parseNumber(text) === value ? text : value === null ? "" : String(value);
  const edit = (next: string) => {
    const parsed = parseNumber(next);
    if (parsed === undefined) return;
    setText(next);
    if (parsed !== value) onNumber(parsed);
  };
  return (
    <input
      {...props}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className={styles.field}
      value={shown}
      onChange={(event) => edit(event.target.value)}
    />
  );
}
