import type { DayBars } from "@/api/generated";
import { dayWords } from "./day-words";
import styles from "./sparkline.module.css";

const WIDTH = 96;
const HEIGHT = 22;
const EDGE = 1;

/** A day's closes from its open on, by its own range; a hairline at the open. */
export function Sparkline({ day }: { day: DayBars }) {
  const { path, open } = sparkline(day.c);
  return (
    <svg
      className={styles.sparkline}
      role="img"
      aria-label={dayWords(day)}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <path className={styles.open} d={`M0 ${open}H${WIDTH}`} />
      <path className={styles.closes} d={path} />
    </svg>
  );
}

/** The path of closes in ticks from the open, and the open's height. */
export function sparkline(closes: readonly number[]): { path: string; open: number } {
  const all = [0, ...closes];
  const [high, low] = [Math.max(...all), Math.min(...all)];
  const scale = high === low ? 0 : (HEIGHT - 2 * EDGE) / (high - low);
  const y = (ticks: number) =>
    scale === 0 ? HEIGHT / 2 : Math.round(10 * (EDGE + (high - ticks) * scale)) / 10;
  const x = (bar: number) => Math.round((10 * bar * WIDTH) / closes.length) / 10;
  return { path: `M${all.map((ticks, bar) => `${x(bar)} ${y(ticks)}`).join("L")}`, open: y(0) };
}
