import Box from "@mui/material/Box";
import type { CurveAnswer, CurvePoint } from "@/api/generated";
import { countOf, formatPercent } from "@/lib/text/format";
import { coinOf } from "@/question/figures/coin";
import { DASH, formatSpan, toPercent } from "@/question/figures/format";
import styles from "./curve.module.css";
import type { Subjects } from "./subjects";
import { AS_A_TABLE, spanText, valueText } from "./words";

/** The curve in figures: at each tenth of the days, the window whose middle lies nearest. */
export function DecileTable({ answer, subjects }: { answer: CurveAnswer; subjects: Subjects }) {
  const { by } = subjects;
  const rows = answer.deciles.map((decile, at) => ({
    tenth: `${at + 1}0%`,
    decile,
    point: nearest(answer.points, decile),
  }));
  return (
    <details className={styles.table}>
      <summary>{AS_A_TABLE}</summary>
      <Box component="section" className={styles.scroll} aria-label="Curve by tenths" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Days below</th>
              <th scope="col">{by.displayName}</th>
              <th scope="col">Window</th>
              <th scope="col">Rate (95%)</th>
              <th scope="col">Coin</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ tenth, decile, point }) => (
              <tr key={tenth}>
                <th scope="row">{tenth}</th>
                <td>{valueText(decile, by)}</td>
                <td>{`${spanText(point.lowest, point.highest, by)}, ${countOf(point.days, "day")}`}</td>
                <td>{shareText(point)}</td>
                <td>{coinText(point)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </details>
  );
}

/** The point whose middle lies nearest to a value. */
export function nearest(points: readonly CurvePoint[], value: number): CurvePoint {
  return points.reduce((best, point) =>
    Math.abs(point.value - value) < Math.abs(best.value - value) ? point : best,
  );
}

function shareText({ occurrence, confidence_interval: { lower, upper } }: CurvePoint): string {
  return `${formatPercent(toPercent(occurrence))} (${formatSpan(toPercent(lower), toPercent(upper))})`;
}

function coinText({ coin }: CurvePoint): string {
  const figures = coinOf(coin);
  return figures ? formatPercent(toPercent(figures.occurrence)) : DASH;
}
