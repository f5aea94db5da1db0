import type { ReactNode } from "react";
import { type Opens, useBarDays } from "./day-links";
import styles from "./days-of.module.css";

interface Props {
  /** Undefined where no bar stands behind the figure. */
  opens: Opens | undefined;
  days: number;
  /** What a pointer over the figure reads besides. */
  hint?: string;
  children: ReactNode;
}

/** A figure that opens the list of its days; plain text where it holds none. */
export function DaysOf({ opens, days, hint, children }: Props) {
  const open = useBarDays();
  if (open === null || opens === undefined || days === 0) return children;
  return (
    <button
      type="button"
      className={styles.days}
      aria-haspopup="dialog"
      data-hint={[hint, CLICK].filter(Boolean).join("; ")}
      onClick={() => open(opens)}
    >
      {children}
      <span className="visually-hidden">, list the days</span>
    </button>
  );
}

/** What a click on a bar does, as its tooltip says it. */
export const CLICK = "click lists the days";
