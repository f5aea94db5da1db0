import { formatCount, formatPercent } from "@/lib/text/format";
import { clampPercent, formatLimits } from "@/question/figures/format";
import { SMALL } from "@/question/figures/wilson";
import type { Of, Rate, RateRow } from "../displays/section";
import { DaysOf } from "./day-links";
import styles from "./rates.module.css";

/** Proportions below each other: label, drawn interval, percentage, days; of few days the counts lead. */
export function Rates({ rates, shape, n }: Of<"rates">) {
  return (
    <ul className={styles.rates}>
      {rates.map((row) => (
        <li
          key={row.place}
          className={styles.rate}
          data-marked={row.isMarked === true}
          data-hint={rateContext(row)}
        >
          <span className={styles.rateLabel}>{row.label}</span>
          <Track {...row} shape={shape} />
          {n >= SMALL && <span className={styles.ratePercent}>{formatPercent(row.percentage)}</span>}
          <span className={n < SMALL ? styles.rateLead : styles.rateDays}>
            <RateDays row={row} n={n} />
          </span>
          {n < SMALL && <span className={styles.rateDays}>{formatPercent(row.percentage)}</span>}
        </li>
      ))}
    </ul>
  );
}

function RateDays({ row, n }: { row: RateRow; n: number }) {
  return (
    <DaysOf bar={row} hint={rateContext(row)}>
      {formatCount(row.days)}
      {n < SMALL && ` of ${n}`}
      <span className="visually-hidden"> days; {rateContext(row)}</span>
    </DaysOf>
  );
}

/** "95% 40.10 to 52.20; others 44.00%; coin 46.10%" */
function rateContext({ interval, others, coin }: Rate): string {
  const limits = `95% ${formatLimits(interval)}`;
  const elsewhere = others === undefined ? "" : `; others ${formatPercent(others)}`;
  return `${limits}${elsewhere}${typeof coin === "number" ? `; coin ${formatPercent(coin)}` : ""}`;
}

/**
 * A 0-100 track with the interval as a band, the rate on it, a tick for the other days and a hollow circle for a coin;
 * null draws nothing. A dot is for a single rate, a bar for a share of a whole.
 */
export function Track({ percentage, interval, others, coin, shape }: Rate & Pick<Of<"rates">, "shape">) {
  const side = shape === "dot" ? "left" : "width";
  return (
    <span className={styles.track} data-shape={shape} aria-hidden="true">
      {percentage !== null && (
        <span className={styles[shape]} style={{ [side]: `${clampPercent(percentage)}%` }} />
      )}
      {interval !== null && (
        <span
          className={styles.band}
          style={{ left: `${interval.lower}%`, width: `${interval.upper - interval.lower}%` }}
        />
      )}
      {typeof others === "number" && (
        <span className={styles.others} style={{ left: `${clampPercent(others)}%` }} />
      )}
      {typeof coin === "number" && (
        <span className={styles.coin} style={{ left: `${clampPercent(coin)}%` }} />
      )}
    </span>
  );
}
