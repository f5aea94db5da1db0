import { formatCount } from "@/lib/text/format";
import type { Limits } from "@/question/figures/format";
import type { ByWhen, Of } from "../displays/section";
import { Axis } from "./axis";
import { ColumnPicker } from "./column-picker";
import styles from "./curve.module.css";
import { ModuleOf, useBarDays } from "./day-links";

/** By when an event had come: one curve over the day, its interval as a band, the others' and a coin's behind it. */
export function Curve(drawn: Of<"curve">) {
  const legend = legendOf(drawn.curve);
  return (
    <ModuleOf module="timing_analysis">
      <div>
        <div className={styles.head}>
          <h5>By when</h5>
          {legend && <span>{legend}</span>}
        </div>
        <Plot {...drawn} />
      </div>
    </ModuleOf>
  );
}

function legendOf({ others, coin }: ByWhen): string {
  return [others && "dotted: others", coin && "dashed: coin"].filter(Boolean).join(", ");
}

function Plot({ curve, label, marks }: Of<"curve">) {
  const { columns, limits, others, coin, top, passed } = curve;
  const open = useBarDays();
  const height = (percentage: number) => 100 - (100 * Math.min(percentage, top)) / top;
  const line = (shares: readonly number[]) => pathOf(shares, passed, height);
  return (
    <div className={styles.curve}>
      <p className={styles.scale} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatCount(value)}%</span>
        ))}
      </p>
      <ColumnPicker columns={columns} name="Bar" reads onPick={open ?? undefined}>
        <svg
          className={styles.plot}
          viewBox={`0 0 ${columns.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {passed > 0 && <path className={styles.passed} d={`M0 0H${passed}V100H0Z`} />}
          <path className={styles.grid} d={`M0 0H${columns.length}M0 50H${columns.length}`} />
          <path className={styles.band} d={bandOf(limits, passed, height)} />
          {others && <path className={styles.others} d={line(others)} />}
          {coin && <path className={styles.coin} d={line(coin)} />}
          <path className={styles.matched} d={line(columns.map(({ value }) => value))} />
        </svg>
      </ColumnPicker>
      <Axis marks={marks} />
    </div>
  );
}

/** From nothing, where the day or what is left of it begins, to each bar's close. */
function pathOf(shares: readonly number[], passed: number, height: (percentage: number) => number): string {
  const points = shares.map((share, index) => `${index + 1} ${rounded(height(share))}`);
  return `M${passed} 100L${points.slice(passed).join("L")}`;
}

function bandOf(limits: readonly (Limits | null)[], passed: number, height: (percentage: number) => number) {
  const known = limits.flatMap((each, index) => (each && index >= passed ? { ...each, bar: index + 1 } : []));
  const edge = (end: "lower" | "upper") => known.map((each) => `${each.bar} ${rounded(height(each[end]))}`);
  return known.length === 0 ? "" : `M${[...edge("upper"), ...edge("lower").reverse()].join("L")}Z`;
}

function rounded(place: number): number {
  return Math.round(100 * place) / 100;
}
