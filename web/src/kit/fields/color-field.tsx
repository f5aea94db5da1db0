import { useState } from "react";
import { color as colorSchema, read } from "@/lib/storage/schema";
import styles from "./color-field.module.css";
import { TextField } from "./fields";

interface Props {
  label: string;
  /** `#` and six hexadecimal digits. */
  value: string;
  onColor: (color: string) => void;
}

/** A picker and a text box of the same colour; a text that is no colour is ignored and left behind. */
export function ColorField({ label, value, onColor }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const color = text.startsWith("#") ? text : `#${text}`;
    if (read(colorSchema, color)) onColor(color.toUpperCase());
  };
  return (
    <span className={styles.field}>
      <input
        type="color"
        aria-label={`${label} color`}
        value={value.toLowerCase()}
        onChange={(event) => onColor(event.target.value.toUpperCase())}
      />
      <TextField
        aria-label={`${label} color code`}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        placeholder="#RRGGBB"
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
    </span>
  );
}
