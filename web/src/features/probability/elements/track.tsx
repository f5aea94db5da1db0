import { clampPercent, type Limits } from "../figures/format";
import styles from "./track.module.css";

interface Props {
  /** All on 0..100; null draws nothing. */
  rate: number | null;
  interval: Limits | null;
  others: number | null | undefined;
  /** A dot for a rate that stands alone, a bar for a share of a whole. */
  shape: "dot" | "bar";
}

/** A 0-100 track with the interval as a band, the rate on it, and a tick for the other days. */
export function Track({ rate, interval, others, shape }: Props) {
  return (
    <span className={styles.track} data-shape={shape} aria-hidden="true">
      {rate !== null && <span className={styles[shape]} style={at(rate, shape)} />}
      {interval !== null && (
        <span
          className={styles.band}
          style={{ left: `${interval.lower}%`, width: `${interval.upper - interval.lower}%` }}
        />
      )}
      {others !== null && others !== undefined && (
        <span className={styles.others} style={{ left: `${clampPercent(others)}%` }} />
      )}
    </span>
  );
}

function at(rate: number, shape: Props["shape"]) {
  const place = `${clampPercent(rate)}%`;
  return shape === "dot" ? { left: place } : { width: place };
}
