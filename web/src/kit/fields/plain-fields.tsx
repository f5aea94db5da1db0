import { type InputHTMLAttributes, useState } from "react";
import { readNumber } from "@/lib/text/number-text";
import { Options, type SelectProps } from "./fields";
import styles from "./plain-fields.module.css";

/** A select of the card grid: it has hundreds, so it is the browser's own (docs/adr/0021). */
export function PlainSelect({ choices, emptyLabel, onChoose, className, ...props }: SelectProps) {
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

interface NumberProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  value: number | null;
  /** The text of the field where that is no number. */
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
      className={styles.field}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      aria-invalid={unread !== undefined}
      onChange={(event) => edit(event.target.value)}
    />
  );
}
