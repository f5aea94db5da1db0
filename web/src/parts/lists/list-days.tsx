import { Link } from "react-router";
import { useChartsAllowed } from "@/api/catalogue";
import type { ListedDay } from "@/api/generated";
import { Paged } from "@/kit/paged";
import { formatDate } from "@/lib/text/format";
import styles from "./lists.module.css";

const KINDS: Record<ListedDay["kind"], string> = {
  full: "Full session",
  short: "Half day",
  quarantined: "Not counted",
  unknown: "Not in these data",
};

/** The days of a list, each with what these data know of it and its note. */
export function ListDays({ days }: { days: readonly ListedDay[] }) {
  const hasCharts = useChartsAllowed();
  if (days.length === 0) return <p className={styles.quiet}>No day is in it.</p>;
  return (
    <Paged all={days}>
      {(shown) => (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Session</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ date, kind, note }) => (
              <tr key={date} data-full={kind === "full"}>
                <th scope="row">
                  {hasCharts && kind !== "unknown" ? (
                    <Link to={`/chart?date=${date}`} data-hint="Open this day's chart">
                      {formatDate(date)}
                    </Link>
                  ) : (
                    formatDate(date)
                  )}
                </th>
                <td className={styles.kind}>{KINDS[kind]}</td>
                <td className={styles.note}>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Paged>
  );
}
