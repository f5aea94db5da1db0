import { memo, useState } from "react";
import { useAppSelector } from "@/lib/state/hooks";
import { barsOf, type ChartDay } from "@/plot/candles/day";
import { signalsByIndex } from "@/plot/candles/layers/signals";
import { formatPrice, tooltipRows } from "@/plot/candles/words";
import { DEFAULT_LINES } from "@/plot/settings/line-settings";
import styles from "./chart.module.css";
import { AS_A_TABLE } from "./words";

/** The drawn day as text: its levels and every bar of the session. Written only once it is opened. */
export const DayTable = memo(function DayTable({ day }: { day: ChartDay }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.table} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{AS_A_TABLE}</summary>
      {isOpen && (
        <>
          <p>{levelsText(day)}</p>
          <p>A hollow or paler body closed above its open, a solid one did not.</p>
          <Bars day={day} />
        </>
      )}
    </details>
  );
});

function levelsText({ referenceLines, metadata }: ChartDay): string {
  const levels = DEFAULT_LINES.map(({ key, label }) => {
    const price = referenceLines[key];
    return `${label} ${price === null ? "unknown" : formatPrice(price, metadata.price_decimals)}`;
  });
  return levels.join(", ");
}

function Bars({ day }: { day: ChartDay }) {
  const signalsOn = useAppSelector(({ chart }) => chart.amaOn);
  const signals = signalsOn ? signalsByIndex(day) : undefined;
  const rows = barsOf(day, "current").map((bar) =>
    tooltipRows(bar, signals?.get(bar.index), day.metadata.price_decimals),
  );
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll it by keys
    <section className={styles.scroll} tabIndex={0} aria-label="Bars">
      <table>
        <thead>
          <tr>
            {rows[0]?.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]?.[1]}>
              {row.map(([name, value]) => (
                <td key={name}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
