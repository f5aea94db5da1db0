import { useState } from "react";
import { closing } from "@/question/as-of";
import type { Drawing } from "./day-scale";
import styles from "./quiz.module.css";
import { inAdr } from "./words";

const HEADS = ["Bar", "Ends", "Open", "High", "Low", "Close"];

/** The drawn bars as text, written only once it is opened. */
export function BarsTable({ day }: { day: Drawing }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The bars as a table</summary>
      {isOpen && (
        <>
          <p className={styles.note}>
            In ADR10 from the open. A hollow candle closed above its open, a solid one did not.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll it by keys */}
          <section className={styles.scroll} tabIndex={0} aria-label="Bars">
            <table className={styles.table}>
              <thead>
                <tr>
                  {HEADS.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rowsOf(day).map(([bar, ...cells]) => (
                  <tr key={bar}>
                    <th scope="row">{bar}</th>
                    {cells.map((cell, at) => (
                      <td key={HEADS[at + 1]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </details>
  );
}

function rowsOf({ bars, adr10 }: Drawing): string[][] {
  return bars.c.map((close, at) => {
    const prices = [bars.o[at] ?? 0, bars.h[at] ?? 0, bars.l[at] ?? 0, close];
    return [String(at + 1), closing(at + 1), ...prices.map((ticks) => inAdr(ticks, adr10))];
  });
}
