import { formatCount, formatPercent } from "@/lib/text/format";
import { formatLimits, type Limits } from "../figures/format";
import { SMALL } from "../figures/wilson";
import { DaysOf } from "./days-of";
import styles from "./rates.module.css";
import { Track } from "./track";

/** One proportion of a list; percentages on 0..100, null where nothing is known. */
export interface RateRow {
  key: string;
  label: string;
  days: number;
  percentage: number | null;
  interval: Limits | null;
  /** The same share of the other days; undefined where nothing is filtered. */
  others: number | null | undefined;
  isMarked?: boolean;
  /** The row's name in the module's answer, where its days can be opened. */
  place?: string;
}

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
          key={row.key}
          className={styles.rate}
          data-marked={row.isMarked === true}
          data-hint={rateContext(row)}
        >
          <span className={styles.rateLabel}>{row.label}</span>
          <Track rate={row.percentage} interval={row.interval} others={row.others} shape={shape} />
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
    <DaysOf
      opens={row.place === undefined ? undefined : { place: row.place, label: row.label }}
      days={row.days}
      hint={rateContext(row)}
    >
      {formatCount(row.days)}
      {n < SMALL && ` of ${n}`}
      <span className="visually-hidden"> days; {rateContext(row)}</span>
    </DaysOf>
  );
}

/** "95% 40.10 to 52.20; others 44.00%" */
export function rateContext({ interval, others }: RateRow): string {
  const limits = `95% ${formatLimits(interval)}`;
  return others === undefined ? limits : `${limits}; others ${formatPercent(others)}`;
}
