import type { ReactNode } from "react";
import { useDayCount } from "@/api/data-api";
import type { SummaryAnswer } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { selectActive, selectIsApplying } from "@/features/filters/state/filters-slice";
import { useAskedSelection } from "@/features/filters/state/selection";
import { useAppSelector } from "@/lib/state/hooks";
import { formatCount, formatPercent } from "@/lib/text/format";
import styles from "./dashboard.module.css";
import { LeftOut } from "./left-out";

/** Total, matching and share of days; old numbers stay, dimmed, until the new ones are there. */
export function Figures({ summary, aside }: { summary: SummaryAnswer; aside: ReactNode }) {
  const active = useAppSelector(selectActive);
  const isApplying = useAppSelector(selectIsApplying);
  const key = useAskedSelection(active);
  const { data, isFetching, error } = useDayCount(key);
  const total = summary.totalDays;
  const days = active.length === 0 ? total : data;
  const isStale = isApplying || isFetching;
  const failure = errorText(error);
  return (
    <>
      <div className={styles.figures}>
        <Figure label="Total Days" value={formatCount(total)} />
        <Figure
          label="Filtered Days"
          value={days === undefined ? "–" : formatCount(days)}
          isStale={isStale}
        />
        <Figure
          label="Percentage"
          value={formatPercent(days === undefined || total === 0 ? null : (100 * days) / total)}
          isStale={isStale}
          isBad={days === 0}
        />
        <div className={styles.aside}>
          {aside}
          <LeftOut summary={summary} />
        </div>
        {active.length > 0 && days === 0 && (
          <p className={`${styles.warning} ${styles.noDays}`} role="status">
            No trading days match the current filter criteria. Try adjusting your filters.
          </p>
        )}
      </div>
      {failure && (
        <p className={styles.warning} role="alert">
          Error loading data: {failure}
        </p>
      )}
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
