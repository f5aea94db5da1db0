import { useMemo } from "react";
import type { ChartDay } from "@/charts/candles/day";
import { type ChartDayKey, useDayChart } from "@/features/chart/state/chart-api";
import type { Filter } from "@/features/filters/state/filters";
import { useSelectionKey } from "@/features/filters/state/selection";
import { nearest } from "./nearest";
import type { SimpleConfig } from "./simple-config";

const ALL_DAYS: readonly Filter[] = [];

export interface DemoDay {
  /** The last day that came; it stays while the next is on its way. */
  day: ChartDay | undefined;
  /** What the service was asked, null before there is anything to ask. */
  asked: ChartDayKey | null;
  error: unknown;
  isLoading: boolean;
  refetch: () => void;
}

/** The day nearest to a date among all days, with its signals while they are enabled. */
export function useDemoDay(date: string, config: SimpleConfig): DemoDay {
  const all = useSelectionKey(ALL_DAYS);
  const latest = useDayChart(all && { ...all, date: null, amaConfig: null });
  const dates = latest.data?.navigation?.availableDates;
  const asked = useMemo(() => {
    const found = dates && nearest(dates, date);
    return all && found ? { ...all, date: found, amaConfig: config.enabled ? config : null } : null;
  }, [all, dates, date, config]);
  const { data, error, isFetching, refetch } = useDayChart(asked);
  return {
    day: data ?? (asked ? undefined : latest.data),
    asked,
    error: error ?? latest.error,
    isLoading: isFetching || latest.isFetching || all === null,
    refetch: () => void (asked ? refetch() : latest.refetch()),
  };
}
