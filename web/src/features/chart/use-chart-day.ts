import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useMemo } from "react";
import { CHART_FRESH_S, type ChartDayKey, chartApi, useChartDayQuery } from "@/api/chart-api";
import { useSelectionKey } from "@/api/selection";
import type { ChartDay } from "@/charts/candles/day";
import { toAmaConfig } from "@/lib/ama-config";
import { daySelected, selectAmaOn, selectAmaSettings, selectSelectedDate } from "@/lib/state/chart-slice";
import { selectActive } from "@/lib/state/filters-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { nearestDate } from "./nearest-date";
import { neighboursOf } from "./neighbours";

export interface ShownDay {
  /** The last day that came; it stays while the next is on its way. */
  day: ChartDay | undefined;
  error: unknown;
  isLoading: boolean;
  retry: () => void;
}

/** The day the page asks for; days next to it are fetched ahead, and one that does not match gives way quietly. */
export function useChartDay(): ShownDay {
  const key = useDayKey();
  const { data, error, isFetching, refetch } = useChartDayQuery(key ?? skipToken, {
    refetchOnMountOrArgChange: CHART_FRESH_S,
  });
  const moves = useNearest(key, isFetching ? undefined : error);
  usePrefetched(key, isFetching ? undefined : data);
  const isWaiting = isFetching || key === null || moves;
  return {
    day: data,
    error: isWaiting ? undefined : error,
    isLoading: isWaiting,
    retry: () => void refetch(),
  };
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
  const nearest = key?.date ? nearestDate(error, key.date) : null;
  useEffect(() => {
    if (nearest) dispatch(daySelected(nearest));
  }, [dispatch, nearest]);
  return nearest !== null;
}

function usePrefetched(key: ChartDayKey | null, day: ChartDay | undefined) {
  const prefetch = chartApi.usePrefetch("chartDay", { ifOlderThan: CHART_FRESH_S });
  useEffect(() => {
    if (!key || !day?.navigation) return;
    const { previous, next } = neighboursOf(day.navigation);
    for (const date of [previous, next]) if (date !== null) prefetch({ ...key, date });
  }, [prefetch, key, day]);
}
