import { useSummary } from "@/api/catalogue";
import type { SummaryAnswer } from "@/api/generated";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { countOf, formatDate } from "@/lib/text/format";
import styles from "./days-place.module.css";
import { closedDays } from "./words";

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
export function LeftOut() {
  const snapshot = useSummary().data?.snapshot;
  if (!snapshot) return null;
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
