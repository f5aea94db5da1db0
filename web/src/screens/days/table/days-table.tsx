import Alert from "@mui/material/Alert";
import ButtonBase from "@mui/material/ButtonBase";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { chartAddress, type DaysOrder } from "@/address/days-slice";
import { useFeaturesByName } from "@/api/catalogue";
import type { DayBars, DaysAnswer, DaysSort, Feature } from "@/api/generated";
import { Button } from "@/kit/button";
import { countOf, formatCount, formatDate } from "@/lib/text/format";
import { DATE } from "@/parts/days/order-words";
import { dayWords } from "@/plot/days/day-words";
import { cellText, headingOf } from "@/question/cell-text";
import { useDrawnDays } from "../use-drawn-days";
import styles from "./days.module.css";
import { sameOnEveryRow, sameWords } from "./same-values";

interface Props {
  days: DaysAnswer;
  /** The bars of the listed days by date, as far as they are there; null where the tier has none. */
  bars: ReadonlyMap<string, DayBars> | null;
  order: DaysOrder;
  onSort: (sort: DaysSort) => void;
  /** Whether a date leads to its chart. */
  hasCharts: boolean;
}

/** The days of one page; every heading orders the whole list. What all of them share is said once above them. */
export function DaysTable({ days, bars, order, onSort, hasCharts }: Props) {
  const { sort } = order;
  const features = useFeaturesByName();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLElement>(null);
  const drawn = useMemo(
    () => days.rows.flatMap((row) => bars?.get(String(row[DATE])) ?? []),
    [days.rows, bars],
  );
  useDrawnDays(list, drawn, null, { hasOwnScale: true });
  if (days.total_days === 0) return <p className={styles.empty}>No trading days match.</p>;
  const all = days.columns.flatMap((name) => features.get(name) ?? []);
  const same = sameOnEveryRow(days, all, sort.column);
  const columns = isWhole ? all : all.filter((feature) => !same.includes(feature));
  return (
    <>
      {days.limited_to !== null && (
        <Alert severity="warning" icon={false} role="note">
          {`Your subscription lists the first ${formatCount(days.limited_to)} of ${countOf(days.total_days, "day")}.`}
        </Alert>
      )}
      {same.length > 0 && (
        <Shared isWhole={isWhole} onSwitch={() => setWhole(!isWhole)}>
          {sameWords(days, same)}
        </Shared>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={list} className={styles.scroll} aria-label="List of days" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <Heading {...{ sort, onSort }} />
              {bars && (
                <th scope="col" className={styles.shape} data-hint="Its candles, each day by its own range">
                  Day
                </th>
              )}
              {columns.map((feature) => (
                <Heading key={feature.name} {...{ feature, sort, onSort }} />
              ))}
            </tr>
          </thead>
          <tbody>
            {days.rows.map((row) => (
              <Row key={String(row[DATE])} {...{ row, columns, bars, order, hasCharts }} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface SharedProps {
  isWhole: boolean;
  onSwitch: () => void;
  children: ReactNode;
}

/** What is the same on every row, and the way to have it as columns. */
function Shared({ isWhole, onSwitch, children }: SharedProps) {
  return (
    <div className={styles.shared}>
      <p>{children}</p>
      <Button look="quiet" aria-pressed={isWhole} onClick={onSwitch}>
        Show as columns
      </Button>
    </div>
  );
}

interface RowProps extends Pick<Props, "bars" | "order" | "hasCharts"> {
  row: DaysAnswer["rows"][number];
  columns: readonly Feature[];
}

function Row({ row, columns, bars, order, hasCharts }: RowProps) {
  const date = String(row[DATE]);
  const day = bars?.get(date);
  return (
    <tr>
      <th scope="row">
        {hasCharts ? (
          <Link to={chartAddress(date, order)} data-hint="Open this day's chart">
            {formatDate(date)}
          </Link>
        ) : (
          formatDate(date)
        )}
      </th>
      {bars && <td className={styles.shape}>{day && <canvas role="img" aria-label={dayWords(day)} />}</td>}
      {columns.map((feature) => (
        <td key={feature.name} data-number={isNumber(feature)} data-empty={row[feature.name] === null}>
          {cellText(feature, row[feature.name])}
        </td>
      ))}
    </tr>
  );
}

interface HeadingProps extends Pick<Props, "onSort"> {
  sort: DaysSort;
  /** The date, where it is of no feature. */
  feature?: Feature;
}

function Heading({ feature, sort, onSort }: HeadingProps) {
  const name = feature?.name ?? DATE;
  const isOwn = (sort.column ?? DATE) === name;
  const order = isOwn ? (sort.descending ? "descending" : "ascending") : "none";
  return (
    <th scope="col" aria-sort={order} data-number={isNumber(feature)}>
      <ButtonBase
        className={styles.sort ?? ""}
        onClick={() => onSort({ column: name, descending: isOwn ? !sort.descending : name === DATE })}
      >
        {feature ? headingOf(feature) : "Date"}
        <span className={styles.arrow} data-shown={isOwn} aria-hidden="true">
          {isOwn && !sort.descending ? "\u00a0↑" : "\u00a0↓"}
        </span>
      </ButtonBase>
    </th>
  );
}

/** Whether a column's values are read as numbers, flush right. */
function isNumber(feature: Feature | undefined): boolean {
  return feature?.type === "numeric" || feature?.type === "integer count";
}
