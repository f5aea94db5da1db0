import { type InputHTMLAttributes, memo, type SelectHTMLAttributes, useState } from "react";
import { readNumber } from "@/lib/text/number-text";
import styles from "../controls.module.css";

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
  /** What stands in the field where that is no number. */
  unread: string | undefined;
  onNumber: (value: number | null, unread: string | undefined) => void;
}

/** A text field for nothing or a number. Its whole text counts: what is no number stays, is marked and told. */
export function NumberField({ value, unread, onNumber, ...props }: NumberProps) {
  const [text, setText] = useState("");
  const shown = unread ?? (readNumber(text) === value ? text : value === null ? "" : String(value));
  const edit = (next: string) => {
    const read = readNumber(next);
    const nextUnread = read === undefined ? next : undefined;
    setText(next);
    if ((read ?? null) !== value || nextUnread !== unread) onNumber(read ?? null, nextUnread);
  };
  return (
    <input
      {...props}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className={styles.field}
      value={shown}
      aria-invalid={unread !== undefined}
      onChange={(event) => edit(event.target.value)}
    />
  );
}
