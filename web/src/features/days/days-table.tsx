import { Link } from "react-router";
import { useFeaturesByName } from "@/api/catalogue";
import type { DaysAnswer, DaysSort, Feature } from "@/api/generated";
import { formatDate } from "@/lib/text/format";
import { cellText, headingOf, isNumber } from "./cells";
import styles from "./days.module.css";

const DATE = "session_date";

interface Props {
  days: DaysAnswer;
  sort: DaysSort;
  onSort: (sort: DaysSort) => void;
  /** Whether a date leads to its chart. */
  hasCharts: boolean;
}

/** The days of one page; every heading orders the whole list. */
export function DaysTable({ days, sort, onSort, hasCharts }: Props) {
  const features = useFeaturesByName();
  const columns = days.columns.filter((name) => name === DATE || features.has(name));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label="List of days" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <Heading key={name} {...{ name, sort, onSort }} feature={features.get(name)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {days.rows.map((row) => (
            <tr key={String(row[DATE])}>
              <th scope="row">
                <Day date={String(row[DATE])} hasChart={hasCharts} />
              </th>
              {columns.slice(1).map((name) => (
                <Cell key={name} feature={features.get(name)} value={row[name]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadingProps extends Pick<Props, "sort" | "onSort"> {
  name: string;
  feature: Feature | undefined;
}

function Heading({ name, feature, sort, onSort }: HeadingProps) {
  const isOwn = (sort.column ?? DATE) === name;
  const order = isOwn ? (sort.descending ? "descending" : "ascending") : "none";
  return (
    <th scope="col" aria-sort={order} data-number={isNumber(feature)}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ column: name, descending: isOwn ? !sort.descending : name === DATE })}
      >
        {feature ? headingOf(feature) : "Date"}
        <span className={styles.arrow} data-shown={isOwn} aria-hidden="true">
          {isOwn && !sort.descending ? "\u00a0↑" : "\u00a0↓"}
        </span>
      </button>
    </th>
  );
}

function Day({ date, hasChart }: { date: string; hasChart: boolean }) {
  if (!hasChart) return formatDate(date);
  return (
    <Link to={`/chart?date=${date}`} data-hint="Open this day's chart">
      {formatDate(date)}
    </Link>
  );
}

function Cell({ feature, value }: { feature: Feature | undefined; value: unknown }) {
  if (!feature) return <td />;
  return (
    <td data-number={isNumber(feature)} data-empty={value === null}>
      {cellText(feature, value)}
    </td>
  );
}
