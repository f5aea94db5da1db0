import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from "react";
import type { Column } from "@/plot/columns";
import { CLICK } from "../words";
import styles from "./column-picker.module.css";

interface Props {
  columns: readonly Column[];
  /** Without it columns are read only. */
  onPick?: ((bar: NonNullable<Column["opens"]>) => void) | undefined;
  /** The drawing. */
  children: ReactNode;
  /** What a column is, and what Enter does with it. */
  name?: string;
  does?: string;
  /** Whether each column is read out, under the pointer too: the drawing has no tooltip. */
  reads?: boolean;
}

const FAR = Number.MAX_SAFE_INTEGER;
const ARROWS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const STEPS: Readonly<Record<string, number>> = { ...ARROWS, Home: -FAR, End: FAR };

/**
 * A drawing whose columns open their days: by a click anywhere over or below a column's top, and by keyboard, where
 * arrows walk from column to column and Enter opens.
 */
export function ColumnPicker({ columns, onPick, children, reads = false, ...words }: Props) {
  const { name = "Column", does = "lists its days" } = words;
  const walked = columns.flatMap(({ opens }, index) => (opens || reads ? index : []));
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, walked.length - 1);
  const column = columns[walked[at] ?? -1];
  const pick = (picked: Column | undefined) => picked?.opens && onPick?.(picked.opens);
  const opens = onPick && column?.opens;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) setChosen(Math.max(0, Math.min(walked.length - 1, at + step)));
    else if (event.key === "Enter" || event.key === " ") pick(column);
    else return;
    event.preventDefault();
  };
  if (column === undefined) return children;
  return (
    <fieldset
      aria-label={`${name}s`}
      data-reads={reads}
      onPointerMove={reads ? (event) => setChosen(indexAt(event, columns.length)) : undefined}
      className={styles.picker}
      onClick={(event) => pick(columns[indexAt(event, columns.length)])}
      onKeyDown={onKeyDown}
    >
      {children}
      <div
        role="slider"
        tabIndex={0}
        className={styles.cursor}
        style={{
          left: `${(100 * (walked[at] ?? 0)) / columns.length}%`,
          width: `${100 / columns.length}%`,
        }}
        aria-label={onPick ? `${name}; Enter ${does}` : name}
        aria-valuemin={1}
        aria-valuemax={walked.length}
        aria-valuenow={at + 1}
        aria-valuetext={column.text.replaceAll("\n", "; ")}
      />
      <p className={styles.readout} aria-hidden="true">
        {column.text}
        {opens && `\n${reads ? "click or Enter" : "Enter"} ${does}`}
      </p>
    </fieldset>
  );
}

/** The drawing's tooltips say what a click does. */
export function withClickHints(columns: readonly Column[]): Column[] {
  return columns.map((column) => (column.opens ? { ...column, text: `${column.text}\n${CLICK}` } : column));
}

/** Which of equally wide columns lies under the pointer. */
function indexAt(event: MouseEvent, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count)));
}
