import { useDayCount } from "@/api/data-api";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { selectActive, selectIsApplying } from "@/question/filters-slice";
import { usePendingDays } from "@/question/pending-days";
import { useAnsweredSelection, useTotalDays } from "@/question/selection";

/** How many days match, or would with the pending filters. */
export function useDays() {
  const active = useAppSelector(selectActive);
  const isApplying = useAppSelector(selectIsApplying);
  const { currentData, data, isFetching, isError } = useDayCount(useAnsweredSelection(active));
  const total = useTotalDays();
  const pending = usePendingDays();
  const isPending = pending.ready > 0;
  const now = active.length === 0 ? total : (currentData ?? (isError ? undefined : data));
  const days = isPending ? pending.days : now;
  return {
    words: days === undefined ? "–" : countOf(days, "day"),
    isStale: isPending ? pending.isStale : isApplying || isFetching || isError,
    pending: pending.ready,
  };
}

export function Days({ className }: { className: string | undefined }) {
  const { words, isStale, pending } = useDays();
  return (
    <span className={className} data-stale={isStale}>
      <strong>{words}</strong>
      {pending > 0 && <em>with the pending {pending === 1 ? "filter" : "filters"}</em>}
    </span>
  );
}
