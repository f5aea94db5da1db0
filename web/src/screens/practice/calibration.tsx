import { formatCount, formatPercent } from "@/lib/text/format";
import { formatLimits } from "@/question/figures/format";
import styles from "./quiz.module.css";
import type { Bin } from "./scores";

const TICKS = [0, 25, 50, 75, 100];

/** Guesses against what came: a point on the diagonal is a guess that comes as often as it says. */
export function Calibration({ bins }: { bins: readonly Bin[] }) {
  const used = bins.filter(({ n }) => n > 0);
  return (
    <div className={styles.calibration}>
      <Curve bins={used} />
      <table className={styles.table}>
        <caption>How often it came, by guess</caption>
        <thead>
          <tr>
            <th scope="col">Guess</th>
            <th scope="col">n</th>
            <th scope="col">Mean guess</th>
            <th scope="col">Came</th>
            <th scope="col">95%</th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ from, to, n, mean, came }) => (
            <tr key={from} data-empty={n === 0}>
              <th scope="row">{binWords(from, to)}</th>
              <td>{formatCount(n)}</td>
              <td>{formatPercent(mean)}</td>
              <td>{formatPercent(came?.percentage)}</td>
              <td>{formatLimits(came?.interval ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Guesses are whole numbers. */
const binWords = (from: number, to: number) => `${from} to ${to === 100 ? to : to - 1}%`;

/** In a square of 100 by 100 percent: the mean guess of a bin across, how often it came upright with its interval. */
function Curve({ bins }: { bins: readonly Bin[] }) {
  const points = bins.flatMap(({ n, mean, came }) =>
    mean === null || came === null ? [] : [{ n, x: mean, y: 100 - came.percentage, limits: came.interval }],
  );
  return (
    <figure className={styles.curve}>
      <svg
        viewBox="-26 -6 136 128"
        fontSize={5}
        role="img"
        aria-label="Calibration: mean guess across, how often it came upright; the figures stand in the table"
      >
        <path className={styles.grid} d="M0 0H100V100H0Z M0 50H100 M50 0V100" />
        <path className={styles.diagonal} d="M0 100L100 0" />
        {TICKS.map((tick) => (
          <g key={tick}>
            <text className={styles.middle} x={tick} y={109}>
              {tick}
            </text>
            <text className={styles.end} x={-4} y={102 - tick}>
              {tick}
            </text>
          </g>
        ))}
        <text className={styles.middle} x={50} y={119}>
          mean guess, %
        </text>
        <text className={styles.middle} transform="translate(-20 50) rotate(-90)">
          came, %
        </text>
        <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {points.map(({ n, x, y, limits }) => (
          <g key={x} className={styles.point} data-n={n}>
            <path d={`M${x} ${100 - limits.upper}V${100 - limits.lower}`} />
            <circle cx={x} cy={y} r={Math.min(5, 1.5 + Math.sqrt(n) / 2)} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
