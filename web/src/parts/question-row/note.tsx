import WarningAmber from "@mui/icons-material/WarningAmber";
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./answer-bar.module.css";

/** What is wrong with the question, and ways on. Who took one of them with the keyboard goes on in the row. */
export function Note({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isWithin = useRef(false);
  useEffect(() => {
    const row = place.current?.closest("section");
    return () => {
      if (isWithin.current && document.activeElement === document.body) row?.querySelector("button")?.focus();
    };
  }, []);
  return (
    <div
      ref={place}
      className={styles.few}
      role="note"
      aria-label={label}
      onFocus={() => {
        isWithin.current = true;
      }}
      onBlur={() => {
        isWithin.current = false;
      }}
    >
      <WarningAmber fontSize="inherit" />
      {children}
    </div>
  );
}
