import { useEffect, useMemo, useState } from "react";
import { useDayCount } from "@/api/data-api";
import { errorText, isRefused } from "@/api/request-error";
import { useAppSelector } from "@/lib/state/hooks";
import { isComplete, mergeFilters } from "./filters";
import { selectActive, selectIsApplying, selectPending } from "./filters-slice";
import { useSelectionKey } from "./selection";

const REST_MS = 120;

/** A value once it has been left alone for a moment, and nothing holds it. */
function useSettled<T>(value: T, isHeld: boolean): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value, isHeld]);
  return settled;
}

/**
 * The pending filters that can be applied, and how many days they and the active ones would leave. While they are being
 * applied nothing is asked: that answer tells it too.
 */
export function usePendingDays() {
  const active = useAppSelector(selectActive);
  const pending = useAppSelector(selectPending);
  const ready = useMemo(() => pending.filter(isComplete), [pending]);
  const merged = useMemo(() => mergeFilters(active, ready), [active, ready]);
  const settled = useSettled(merged, useAppSelector(selectIsApplying));
  const key = useSelectionKey(settled);
  const isResting = settled === merged && ready.length > 0;
  const { data, isFetching, isError, error } = useDayCount(isResting ? key : null);
  const isStale = ready.length > 0 && (isFetching || !isResting);
  /** Why the filters cannot be asked together. */
  const refusal = !isStale && isRefused(error) ? errorText(error) : null;
  return { ready: ready.length, days: isError ? undefined : data, isStale, refusal };
}
