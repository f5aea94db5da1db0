import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { useDayCount } from "@/api/data-api";
import type { SummaryAnswer } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf, formatCount, formatDate, formatPercent } from "@/lib/text/format";
import { selectActive, selectIsApplying } from "@/question/filters-slice";
import { useAnsweredSelection, useTotalDays } from "@/question/selection";
import styles from "./dashboard.module.css";
import { closedDays, NO_DAYS } from "./words";

/** Total, matching and share of days; old numbers stay, dimmed, until the new ones are there. */
export function Figures({ summary, aside }: { summary: SummaryAnswer; aside: ReactNode }) {
  const active = useAppSelector(selectActive);
  const isApplying = useAppSelector(selectIsApplying);
  const key = useAnsweredSelection(active);
  const { data, currentData, isFetching, error, refetch } = useDayCount(key);
  const total = useTotalDays();
  const counted = error ? currentData : data;
  const days = active.length === 0 ? total : counted;
  const isStale = isApplying || isFetching || error !== undefined;
  const failure = errorText(error);
  return (
    <>
      <div className={styles.figures}>
        <Figure label="Total Days" value={total === undefined ? "–" : formatCount(total)} />
        <Figure
          label="Filtered Days"
          value={days === undefined ? "–" : formatCount(days)}
          isStale={isStale}
        />
        <Figure
          label="Percentage"
          value={formatPercent(days === undefined || !total ? null : (100 * days) / total)}
          isStale={isStale}
          isBad={days === 0}
        />
        <div className={styles.aside}>
          {aside}
          <LeftOut summary={summary} />
        </div>
        {active.length > 0 && days === 0 && (
          <Alert severity="warning" role="status" className={styles.noDays ?? ""}>
            {NO_DAYS}
          </Alert>
        )}
      </div>
      {failure && <Failed onRetry={refetch}>Error loading data: {failure}</Failed>}
    </>
  );
}

interface FigureProps {
  label: string;
  value: string;
  isStale?: boolean;
  isBad?: boolean;
}

function Figure({ label, value, isStale = false, isBad = false }: FigureProps) {
  return (
    <dl className={styles.figure} data-stale={isStale} data-bad={isBad}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </dl>
  );
}

interface Group {
  title: string;
  days: { date: string; reason?: string }[];
}

/** The sessions that no statistic counts, by reason. */
function leftOutGroups({
  short_sessions,
  quarantined,
  missing_sessions,
}: SummaryAnswer["snapshot"]): Group[] {
  return [
    {
      title: "Half days: not counted, but the next session takes their levels as yesterday's",
      days: dated(short_sessions),
    },
    { title: "Quarantined: incomplete or faulty", days: quarantined },
    { title: "Missing: an exchange session without bars", days: dated(missing_sessions) },
  ].map(({ title, days }) => ({ title: `${title} (${days.length})`, days }));
}

const dated = (dates: string[]) => dates.map((date) => ({ date }));

/** How many sessions were left out, and why (honesty rule 5); trade on a closed day makes none (ruling 2). */
function LeftOut({ summary: { snapshot } }: { summary: SummaryAnswer }) {
  const { full_sessions, closed_days } = snapshot;
  const groups = leftOutGroups(snapshot);
  const count = groups.flatMap(({ days }) => days).length;
  groups.push({ title: closedDays(closed_days.length), days: dated(closed_days) });
  const shown = groups.filter(({ days }) => days.length > 0);
  if (shown.length === 0) return null;
  return (
    <PopoverButton
      look="quiet"
      title="Sessions left out"
      label={`${countOf(count, "session")} left out`}
      content={() => (
        <div className={styles.leftOut}>
          <p>Statistics come from {countOf(full_sessions, "full session")} only.</p>
          {shown.map(({ title, days }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {days.map(({ date, reason }) => (
                  <li key={date}>
                    {formatDate(date)}
                    {reason && `: ${reason}`}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    />
  );
}
