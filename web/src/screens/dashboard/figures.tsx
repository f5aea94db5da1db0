import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { useDayCount } from "@/api/data-api";
import { errorText } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { useAppSelector } from "@/lib/state/hooks";
import { formatCount, formatPercent } from "@/lib/text/format";
import { selectActive, selectIsApplying } from "@/question/filters-slice";
import { useAnsweredSelection, useTotalDays } from "@/question/selection";
import styles from "./dashboard.module.css";
import { NO_DAYS } from "./words";

/** Total, matching and share of days; old numbers stay, dimmed, until the new ones are there. */
export function Figures({ aside }: { aside: ReactNode }) {
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
        <div className={styles.aside}>{aside}</div>
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
