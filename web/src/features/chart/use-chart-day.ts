import { useEffect, useMemo, useState } from "react";
import type { ChartDay } from "@/charts/candles/day";
import { selectActive } from "@/features/filters/state/filters-slice";
import { useSelectionKey } from "@/features/filters/state/selection";
import { toAmaConfig } from "@/features/signals/state/ama-config";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { sameJson } from "@/lib/storage/json";
import { nearestDate } from "./nearest-date";
import { neighboursOf } from "./neighbours";
import { CHART_FRESH_S, type ChartDayKey, chartApi, useDayChart } from "./state/chart-api";
import {
  dayShown,
  otherDaySelected,
  selectAmaOn,
  selectAmaSettings,
  selectSelectedDate,
} from "./state/chart-slice";

export interface ShownDay {
  /** The last day that came; it stays while the next is on its way. */
  day: ChartDay | undefined;
  error: unknown;
  /** Why the day shown, which answers the question as it was asked before, could not be had anew. */
  notRefreshed: unknown;
  isLoading: boolean;
  retry: () => void;
}

/** The day the page asks for; days next to it are fetched ahead, and one that does not match gives way to the nearest. */
export function useChartDay(): ShownDay {
  const key = useDayKey();
  const { data, currentData, error, isFetching, refetch } = useDayChart(key, CHART_FRESH_S);
  const isKept = useIsAnswer(key, currentData !== undefined);
  const moves = useNearest(key, isFetching ? undefined : error);
  usePrefetched(key, isFetching ? undefined : data);
  useShownDate(data?.metadata.currentDate ?? null);
  const isWaiting = isFetching || key === null || moves;
  const failure = isWaiting ? undefined : error;
  return {
    day: data,
    error: isKept ? undefined : failure,
    notRefreshed: isKept ? failure : undefined,
    isLoading: isWaiting,
    retry: () => void refetch(),
  };
}

/** Whether the last day that came answers this question, be it of an older snapshot. */
function useIsAnswer(key: ChartDayKey | null, isAnswered: boolean): boolean {
  const [answered, setAnswered] = useState<ChartDayKey | null>(null);
  if (isAnswered && answered !== key) setAnswered(key);
  return isAnswered || (key !== null && sameJson({ ...answered, snapshot: key.snapshot }, key));
}

function useDayKey(): ChartDayKey | null {
  const selection = useSelectionKey(useAppSelector(selectActive));
  const date = useAppSelector(selectSelectedDate);
  const settings = useAppSelector(selectAmaSettings);
  const amaOn = useAppSelector(selectAmaOn);
  return useMemo(
    () => selection && { ...selection, date, amaConfig: amaOn ? toAmaConfig(settings) : null },
    [selection, date, amaOn, settings],
  );
}

/** Whether the asked day did not match and another is asked for instead (ruling 37). */
function useNearest(key: ChartDayKey | null, error: unknown): boolean {
  const dispatch = useAppDispatch();
  const asked = key?.date ?? null;
  const nearest = useMemo(() => asked && nearestDate(error, asked), [error, asked]);
  useEffect(() => {
    if (nearest) dispatch(otherDaySelected(nearest));
  }, [dispatch, nearest]);
  return Boolean(nearest);
}

/** Says which day the chart draws, as long as it is open. */
function useShownDate(date: string | null) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(dayShown(date));
    return () => void dispatch(dayShown(null));
  }, [dispatch, date]);
}

function usePrefetched(key: ChartDayKey | null, day: ChartDay | undefined) {
  const prefetch = chartApi.usePrefetch("chartDay", { ifOlderThan: CHART_FRESH_S });
  useEffect(() => {
    if (!key || !day?.navigation) return;
    const { previous, next } = neighboursOf(day.navigation);
    for (const date of [previous, next]) if (date !== null) prefetch({ ...key, date });
  }, [prefetch, key, day]);
}
