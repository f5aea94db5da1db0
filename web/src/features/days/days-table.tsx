import Alert from "@mui/material/Alert";
import ButtonBase from "@mui/material/ButtonBase";
import { Link } from "react-router";
import { useFeaturesByName } from "@/api/catalogue";
import type { DaysAnswer, DaysSort, Feature } from "@/api/generated";
import { valueWords } from "@/features/filters/state/filter-words";
import type { Scalar } from "@/features/filters/state/filters";
import { countOf, formatCount, formatDate } from "@/lib/text/format";
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
  if (days.total_days === 0) return <p className={styles.empty}>No trading days match.</p>;
  const columns = days.columns.flatMap((name) => features.get(name) ?? []);
  return (
    <>
      {days.limited_to !== null && (
        <Alert severity="warning" icon={false} role="note">
          {`Your subscription lists the first ${formatCount(days.limited_to)} of ${countOf(days.total_days, "day")}.`}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="List of days" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {[undefined, ...columns].map((feature) => (
                <Heading key={feature?.name ?? DATE} {...{ feature, sort, onSort }} />
              ))}
            </tr>
          </thead>
          <tbody>
            {days.rows.map((row) => (
              <tr key={String(row[DATE])}>
                <th scope="row">
                  {hasCharts ? (
                    <Link to={`/chart?date=${row[DATE]}`} data-hint="Open this day's chart">
                      {formatDate(String(row[DATE]))}
                    </Link>
                  ) : (
                    formatDate(String(row[DATE]))
                  )}
                </th>
                {columns.map((feature) => (
                  <td
                    key={feature.name}
                    data-number={isNumber(feature)}
                    data-empty={row[feature.name] === null}
                  >
                    {cellText(feature, row[feature.name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface HeadingProps extends Pick<Props, "sort" | "onSort"> {
  /** The date, where it is of no feature. */
  feature: Feature | undefined;
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

/** A feature's value on a day as the list writes it; the heading bears the unit. */
export function cellText(feature: Feature, value: unknown): string {
  const isBar = feature.business_logic.value_format === "bar";
  if (feature.type === "numeric" && typeof value === "number" && !isBar) return numberText(value);
  const isWorded = ["number", "boolean", "string"].includes(typeof value);
  return isWorded ? valueWords(value as Scalar, feature) : "–";
}

function numberText(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** Whether a column's values are read as numbers, flush right. */
function isNumber(feature: Feature | undefined): boolean {
  return feature?.type === "numeric" || feature?.type === "integer count";
}

/** "Gap Size (pts, signed)", "Day Range [%]": the unit where the name has none. */
export function headingOf({ displayName, metadata }: Feature): string {
  return metadata.unit && !displayName.includes(metadata.unit)
    ? `${displayName} [${metadata.unit}]`
    : displayName;
}
