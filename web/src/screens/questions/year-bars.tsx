import type { YearRate } from "@/api/generated";
import { yearWords } from "@/parts/questions/words";
import styles from "./questions.module.css";

/** Under so many days a year's bar is hollow. */
const FEW = 10;
/** Of a bar's place, so much is left free on either side. */
const EDGE = 0.15;

interface Props {
  years: readonly YearRate[];
  /** The rate of all years. */
  overall: number | null;
}

/** A bar for each year, its interval as a thin line, and the rate of all years across them. */
export function YearBars({ years, overall }: Props) {
  if (years.length < 2) return <span className={styles.years} />;
  const top = Math.max(0.01, ...years.filter(({ days }) => days >= FEW).map(highest));
  const height = (share: number) => 100 - (100 * Math.min(share, top)) / top;
  const words = years.map(yearWords);
  return (
    <svg
      className={styles.years}
      viewBox={`0 0 ${years.length} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`By year: ${words.join("; ")}`}
      data-hint={words.join("\n")}
    >
      {years.map(({ year, days, occurrence, confidence_interval: { lower, upper } }, at) => (
        <g key={year}>
          {occurrence !== null && occurrence > 0 && (
            <path
              className={days < FEW ? styles.few : styles.bar}
              d={`M${at + EDGE} 100V${height(occurrence)}H${at + 1 - EDGE}V100Z`}
            />
          )}
          {lower !== null && upper !== null && (
            <path className={styles.limits} d={`M${at + 0.5} ${height(upper)}V${height(lower)}`} />
          )}
        </g>
      ))}
      {overall !== null && <path className={styles.overall} d={`M0 ${height(overall)}H${years.length}`} />}
    </svg>
  );
}

const highest = ({ occurrence, confidence_interval: { upper } }: YearRate) => upper ?? occurrence ?? 0;
