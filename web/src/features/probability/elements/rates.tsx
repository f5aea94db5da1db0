import { formatCount, formatPercent } from "@/lib/text/format";
import type { Rate, RateRow } from "../displays/section";
import { formatLimits } from "../figures/format";
import { SMALL } from "../figures/wilson";
import { DaysOf } from "./days-of";
import styles from "./rates.module.css";
import { Track } from "./track";

interface Props {
  rows: readonly RateRow[];
  shape: "dot" | "bar";
  /** The days that each is a share of; of few the counts lead. */
  n: number;
}

/** Proportions below each other: label, drawn interval, percentage, days. */
export function Rates({ rows, shape, n }: Props) {
  return (
    <ul className={styles.rates}>
      {rows.map((row) => (
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

/** "95% 40.10 to 52.20; others 44.00%" */
export function rateContext({ interval, others }: Rate): string {
  const limits = `95% ${formatLimits(interval)}`;
  return others === undefined ? limits : `${limits}; others ${formatPercent(others)}`;
}
