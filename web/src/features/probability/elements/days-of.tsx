import type { ReactNode } from "react";
import type { Bar } from "../displays/section";
import { useBarDays } from "./day-links";
import styles from "./days-of.module.css";

interface Props {
  /** Undefined where no bar stands behind the figure. */
  bar: Bar | undefined;
  /** What a pointer over the figure reads besides. */
  hint?: string;
  children: ReactNode;
}

/** A figure that opens the list of its days; plain text where it holds none. */
export function DaysOf({ bar, hint, children }: Props) {
  const open = useBarDays();
  if (open === null || !bar?.days) return children;
  return (
    <button
      type="button"
      className={styles.days}
      aria-haspopup="dialog"
      data-hint={[hint, CLICK].filter(Boolean).join("; ")}
      onClick={() => open(bar)}
    >
      {children}
      <span className="visually-hidden">, list the days</span>
    </button>
  );
}

/** What a click on a bar does, as its tooltip says it. */
export const CLICK = "click lists the days";
