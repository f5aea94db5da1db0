import type { Rate } from "../displays/section";
import { clampPercent } from "../figures/format";
import styles from "./track.module.css";

interface Props extends Rate {
  /** A dot for a rate that stands alone, a bar for a share of a whole. */
  shape: "dot" | "bar";
}

/** A 0-100 track with the interval as a band, the rate on it, and a tick for the other days; null draws nothing. */
export function Track({ percentage, interval, others, shape }: Props) {
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
    </span>
  );
}
