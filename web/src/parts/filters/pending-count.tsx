import { useNarrow } from "@/kit/use-narrow";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf, formatPercent } from "@/lib/text/format";
import { selectPendingCount } from "@/question/filters-slice";
import { usePendingDays } from "@/question/pending-days";
import { useTotalDays } from "@/question/selection";
import { ApplyButton } from "./filter-summary";
import styles from "./filter-summary.module.css";
import { notApplied } from "./words";

/** The live count above the figures; where the sidebar is a drawer it is in the bar at the bottom. */
export function PendingCount() {
  return useNarrow() ? null : <LiveCount />;
}

/** Where the sidebar is a drawer: Apply and the live count at the page's foot while something is pending. */
export function ApplyBar() {
  const ready = useAppSelector(selectPendingCount);
  if (!useNarrow()) return null;
  return (
    <div className={styles.applyBar} data-unused={ready === 0}>
      <LiveCount />
      <ApplyButton />
    </div>
  );
}

/** How many days would be left if the pending filters were applied; an older count stays dimmed until it is known. */
function LiveCount() {
  const { ready, days, isStale, refusal } = usePendingDays();
  const hasFailed = useAppSelector(({ filters }) => filters.hasFailed);
  const total = useTotalDays() ?? 0;
  const share = days === undefined || total === 0 ? null : (100 * days) / total;
  const failure = refusal ?? (hasFailed && ready > 0 ? notApplied(ready) : null);
  const isOld = isStale && failure === null;
  return (
    <p
      className={styles.live}
      data-failed={failure !== null}
      data-stale={isOld}
      aria-busy={isOld}
      role="status"
    >
      {failure}
      {ready > 0 && failure === null && (
        <>
          With the pending {ready === 1 ? "filter" : "filters"}:{" "}
          <strong>{days === undefined ? "–" : countOf(days, "day")}</strong>
          {` (${formatPercent(share)})`}
        </>
      )}
    </p>
  );
}
