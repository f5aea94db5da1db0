import { useRef, useState } from "react";
import type { Point } from "@/charts/candles/viewport/hover";
import styles from "./drawing.module.css";
import { LONGEST_TEXT } from "./state/drawings";

interface Props {
  at: Point;
  /** What it says so far. */
  before: string;
  /** Called once, with what was written, or nothing. */
  onWrite: (text: string) => void;
}

/** Where a text is written: Enter or leaving keeps it, Escape drops it. */
export function TextEntry({ at, before, onWrite }: Props) {
  const [text, setText] = useState(before);
  const isOver = useRef(false);
  const end = (written: string) => {
    if (isOver.current) return;
    isOver.current = true;
    onWrite(written);
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the text tool was placed here to write
      autoFocus
      type="text"
      aria-label="Text of the drawing"
      className={styles.entry}
      style={{ left: at.x, top: at.y }}
      maxLength={LONGEST_TEXT}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={() => end(text.trim())}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(text.trim());
        if (event.key === "Escape") end("");
      }}
    />
  );
}
