import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useMemo, useState } from "react";
import { useSummary } from "@/api/catalogue";
import { useDayCountQuery } from "@/api/data-api";
import { useSelectionKey } from "@/api/selection";
import { isComplete, mergeFilters } from "@/lib/filters";
import { countOf, formatPercent } from "@/lib/format";
import { selectActive, selectPending } from "@/lib/state/filters-slice";
import { useAppSelector } from "@/lib/state/hooks";
import styles from "./filter-summary.module.css";

const REST_MS = 250;

/** A value once it has been left alone for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** How many days would be left if the pending filters were applied. */
export function PendingCount() {
  const active = useAppSelector(selectActive);
  const pending = useAppSelector(selectPending);
  const ready = useMemo(() => pending.filter(isComplete), [pending]);
  const merged = useMemo(() => mergeFilters(active, ready), [active, ready]);
  const key = useSelectionKey(useSettled(merged));
  const { data, isFetching, isError } = useDayCountQuery(ready.length > 0 && key ? key : skipToken);
  const total = useSummary().data?.totalDays ?? 0;
  if (ready.length === 0) return null;
  const days = isError || data === undefined ? "–" : countOf(data, "day");
  const share = isError || data === undefined || total === 0 ? null : (100 * data) / total;
  return (
    <p className={styles.live} data-stale={isFetching} role="status">
      With the pending {ready.length === 1 ? "filter" : "filters"}: <strong>{days}</strong> (
      {formatPercent(share)})
    </p>
  );
}
