import type { SummaryAnswer } from "@/api/generated";
import { countOf, formatDate } from "@/lib/format";
import { PopoverButton } from "@/lib/ui/popover-button";
import styles from "./dashboard.module.css";

interface Group {
  title: string;
  entries: { date: string; reason?: string }[];
}

/** The sessions that no statistic counts, by reason. */
export function leftOutGroups({ snapshot }: SummaryAnswer): Group[] {
  const dated = (dates: string[]) => dates.map((date) => ({ date }));
  return [
    {
      title: "Half days: yesterday for the next session, never counted",
      entries: dated(snapshot.short_sessions),
    },
    { title: "Quarantined: incomplete or faulty", entries: snapshot.quarantined },
    { title: "Missing: an exchange session without bars", entries: dated(snapshot.missing_sessions) },
    { title: "Closed days: traded while the exchange was closed", entries: dated(snapshot.closed_days) },
  ].filter((group) => group.entries.length > 0);
}

/** How many sessions were left out, and why (honesty rule 5). */
export function LeftOut({ summary }: { summary: SummaryAnswer }) {
  const groups = leftOutGroups(summary);
  const count = groups.reduce((sum, group) => sum + group.entries.length, 0);
  if (count === 0) return null;
  return (
    <PopoverButton
      look="quiet"
      title="Sessions left out"
      label={`${countOf(count, "session")} left out`}
      content={() => (
        <div className={styles.leftOut}>
          <p>Statistics come from {countOf(summary.snapshot.full_sessions, "full session")} only.</p>
          {groups.map((group) => (
            <section key={group.title}>
              <h3>
                {group.title} ({group.entries.length})
              </h3>
              <ul>
                {group.entries.map(({ date, reason }) => (
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
