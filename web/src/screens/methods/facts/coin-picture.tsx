import { formatDate } from "@/lib/text/format";
import PICTURE from "../coin-picture.json";
import styles from "../methods.module.css";

type Bar = readonly [open: number, high: number, low: number, close: number];

/** Of the picture, in its own units: a bar's place, the heights of prices and of the marks below them. */
const STEP = 3;
const PRICES = 130;
const MARKS = 8;

const DAYS = PICTURE.days.map(({ bars, kept }) => ({ bars: bars as unknown as readonly Bar[], kept }));
const HIGHEST = Math.max(...DAYS.flatMap(({ bars }) => bars.map(([, high]) => high)));
const LOWEST = Math.min(...DAYS.flatMap(({ bars }) => bars.map(([, , low]) => low)));

function heightOf(price: number): number {
  return ((HIGHEST - price) / (HIGHEST - LOWEST)) * PRICES;
}

/** A sample day and three of its coin days, bar for bar of the same size; the numbers are the build's own. */
export function CoinPicture() {
  return (
    <figure className={styles.picture}>
      <ul>
        {DAYS.map(({ bars, kept }, index) => (
          <li key={kept ?? "day"}>
            <Candles bars={bars} kept={kept} />
            <span>{index === 0 ? `The day, ${formatDate(PICTURE.date)}` : `Coin day ${index}`}</span>
          </li>
        ))}
      </ul>
      <figcaption>
        A sample day and three of its coin days on one scale. Filled bars close lower than they open; a mark
        below a bar says that the coin turned it.
      </figcaption>
    </figure>
  );
}

function Candles({ bars, kept }: { bars: readonly Bar[]; kept: string | undefined }) {
  const close = bars.at(-1)?.[3] ?? 0;
  const turned = [...(kept ?? "")].filter((letter) => letter === "m").length;
  const said = `${Math.abs(close)} ticks ${close < 0 ? "below" : "above"} its open at the close`;
  return (
    <svg
      viewBox={`0 0 ${bars.length * STEP} ${PRICES + MARKS}`}
      role="img"
      aria-label={kept === undefined ? said : `${turned} of ${bars.length} bars turned: ${said}`}
    >
      <line x2={bars.length * STEP} y1={heightOf(0)} y2={heightOf(0)} className={styles.open} />
      {bars.map(([open, high, low, end], at) => {
        const middle = at * STEP + STEP / 2;
        const top = heightOf(Math.max(open, end));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place
          <g key={at} data-down={end < open}>
            <line x1={middle} x2={middle} y1={heightOf(high)} y2={heightOf(low)} />
            <rect
              x={middle - 1}
              y={top}
              width="2"
              height={Math.max(0.4, heightOf(Math.min(open, end)) - top)}
            />
            {kept?.[at] === "m" && <line x1={middle} x2={middle} y1={PRICES + 4} y2={PRICES + MARKS} />}
          </g>
        );
      })}
    </svg>
  );
}
