import { DATE_RANGE } from "@/api/feature-names";
import { type AppThunk, useAppDispatch } from "@/lib/state/hooks";
import { filterEdited } from "@/question/filters-slice";
import type { Of, YearBar } from "../displays/section";
import { ColumnPicker } from "./column-picker";
import styles from "./years.module.css";

/** A year becomes the date range, waiting for Apply as picked dates do. */
const yearChosen =
  (year: string): AppThunk =>
  (dispatch, getState) => {
    const { min_date: first = "", max_date: last = "9" } = getState().session.summary ?? {};
    const [start, end] = [`${year}-01-01`, `${year}-12-31`];
    const value = [start < first ? first : start, end > last ? last : end];
    dispatch(filterEdited({ feature: DATE_RANGE, operator: "range", value }));
  };

/** A bar for each year from 0 to the highest limit, its interval, and the rate of all years across them. */
export function Years({ years, overall, words, recent }: Of<"years">) {
  const dispatch = useAppDispatch();
  const top = Math.max(1, ...years.map((year) => (year.isFew ? 0 : (year.interval?.upper ?? 0))));
  const height = (percentage: number) => 100 - (100 * Math.min(percentage, top)) / top;
  const bars = (isFew: boolean) =>
    years
      .map((year, x) => (year.isFew === isFew && year.value > 0 ? bar(x, height(year.value)) : ""))
      .join("");
  return (
    <div>
      <ColumnPicker
        columns={years}
        name="Year"
        does="sets the dates"
        reads
        onPick={({ place }) => dispatch(yearChosen(place))}
      >
        <svg
          className={styles.years}
          viewBox={`0 0 ${years.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`By year${words ? `: ${words}` : ""}`}
        >
          <path className={styles.bars} d={bars(false)} />
          <path className={styles.few} d={bars(true)} />
          <path className={styles.limits} d={years.map((year, x) => limits(year, x, height)).join("")} />
          {overall !== null && (
            <path className={styles.overall} d={`M0 ${height(overall)}H${years.length}`} />
          )}
        </svg>
        <p className={styles.ends} aria-hidden="true">
          <span>{years[0]?.opens.place}</span>
          <span>{years.at(-1)?.opens.place}</span>
        </p>
      </ColumnPicker>
      {words && <p className={styles.words}>{words}</p>}
      {recent && <p className={styles.words}>{recent}</p>}
    </div>
  );
}

function bar(x: number, y: number): string {
  return `M${x + 0.15} 100V${y}H${x + 0.85}V100Z`;
}

function limits({ interval }: YearBar, x: number, height: (percentage: number) => number): string {
  return interval === null ? "" : `M${x + 0.5} ${height(interval.upper)}V${height(interval.lower)}`;
}
