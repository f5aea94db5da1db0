import type { SummaryAnswer } from "@/api/generated";
import { countOf, formatDate } from "@/lib/text/format";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import styles from "./dashboard.module.css";

interface Group {
  title: string;
  entries: { date: string; reason?: string }[];
}

const dated = (dates: string[]) => dates.map((date) => ({ date }));

/** The sessions that no statistic counts, by reason. */
export function leftOutGroups({ snapshot }: SummaryAnswer): Group[] {
  return [
    {
      title: "Half days: yesterday for the next session, never counted",
      entries: dated(snapshot.short_sessions),
    },
    { title: "Quarantined: incomplete or faulty", entries: snapshot.quarantined },
    { title: "Missing: an exchange session without bars", entries: dated(snapshot.missing_sessions) },
  ].filter((group) => group.entries.length > 0);
}

/** How many sessions were left out, and why (honesty rule 5). */
export function LeftOut({ summary }: { summary: SummaryAnswer }) {
  const groups = leftOutGroups(summary);
  const { full_sessions, closed_days } = summary.snapshot;
  const count = groups.reduce((sum, group) => sum + group.entries.length, 0);
  if (count + closed_days.length === 0) return null;
  return (
    <PopoverButton
      look="quiet"
      title="Sessions left out"
      label={`${countOf(count, "session")} left out`}
      content={() => (
        <div className={styles.leftOut}>
          <p>Statistics come from {countOf(full_sessions, "full session")} only.</p>
          {groups.map(({ title, entries }) => (
            <Days key={title} title={`${title} (${entries.length})`} entries={entries} />
          ))}
          {closed_days.length > 0 && <Days title={closedTitle(closed_days)} entries={dated(closed_days)} />}
        </div>
      )}
    />
  );
}

function Days({ title, entries }: Group) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {entries.map(({ date, reason }) => (
          <li key={date}>
            {formatDate(date)}
            {reason && `: ${reason}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Trade on a day the exchange was closed makes no session (ruling 2). */
function closedTitle(closedDays: string[]): string {
  return `${countOf(closedDays.length, "day")} the exchange was closed, with trade: no sessions`;
}
