import type { Claim } from "@/api/generated";
import { coinLine, hereWords, publishedWords } from "@/parts/questions/words";
import { coinOf } from "@/question/figures/coin";
import styles from "./claims.module.css";

const TICKS = [0, 25, 50, 75, 100];
const AXIS = 20;

const at = (share: number) => `${share * 100}%`;

/** The rate with its interval, what was published and what a coin gives, on one axis from 0 to 100%. */
export function ClaimPicture({ claim }: { claim: Claim }) {
  const { rate, confidence_interval: interval, published } = claim;
  const coin = coinOf(claim.coin);
  const words = [hereWords(claim), coinLine(claim), publishedWords(published)].filter(Boolean);
  return (
    <svg className={styles.picture} role="img" aria-label={`From 0 to 100%. ${words.join(" ")}`}>
      <line className={styles.axis} x1="0" x2="100%" y1={AXIS} y2={AXIS} />
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className={styles.axis} x1={`${tick}%`} x2={`${tick}%`} y1={AXIS} y2={AXIS + 5} />
          <text x={`${tick}%`} y={AXIS + 16}>
            {tick}
            {tick === 100 && "%"}
          </text>
        </g>
      ))}
      {interval.lower !== null && interval.upper !== null && (
        <line
          className={styles.interval}
          x1={at(interval.lower)}
          x2={at(interval.upper)}
          y1={AXIS}
          y2={AXIS}
        />
      )}
      {published.map(({ who, where, figure, low, high }) => (
        <PublishedMark key={`${who} ${where} ${figure}`} low={low} high={high} />
      ))}
      {rate !== null && <circle className={styles.rate} cx={at(rate)} cy={AXIS} r="4" />}
      {coin && <circle className={styles.coin} cx={at(coin.occurrence)} cy={AXIS} r="6" />}
    </svg>
  );
}

/** A diamond above the axis, or a bar from the lower to the higher published figure. */
function PublishedMark({ low, high }: { low: number; high: number }) {
  return (
    <g className={styles.published}>
      {high > low && <line x1={at(low)} x2={at(high)} y1="7" y2="7" />}
      <svg x={at((low + high) / 2)} overflow="visible" aria-hidden="true">
        <path d="M0 1 6 7 0 13-6 7Z" />
      </svg>
    </g>
  );
}

/** What the marks of the pictures are. */
export function PictureLegend() {
  return (
    <p className={styles.legend}>
      <span>
        <svg aria-hidden="true" className={styles.key} viewBox="0 0 28 14">
          <line className={styles.interval} x1="2" x2="26" y1="7" y2="7" />
          <circle className={styles.rate} cx="14" cy="7" r="4" />
        </svg>
        here, with its 95% interval
      </span>
      <span>
        <svg aria-hidden="true" className={styles.key} viewBox="0 0 14 14">
          <path className={styles.published} d="M7 1 13 7 7 13 1 7Z" />
        </svg>
        published
      </span>
      <span>
        <svg aria-hidden="true" className={styles.key} viewBox="0 0 16 14">
          <circle className={styles.coin} cx="8" cy="7" r="5.5" />
        </svg>
        a coin
      </span>
    </p>
  );
}
