import { useMemo } from "react";
import { useDayChart } from "@/parts/chart-day/chart-api";
import type { Filter } from "@/question/filters";
import { useSelectionKey } from "@/question/selection";
import type { SimpleConfig } from "./simple-config";

const ALL_DAYS: readonly Filter[] = [];

export type DemoDay = ReturnType<typeof useDemoDay>;

/**
 * The day nearest to a date among all days, with its signals while they are enabled; the last that came stays while
 * the next is on its way. `asked` is null before there is anything to ask.
 */
export function useDemoDay(date: string, config: SimpleConfig) {
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

/** The date of `dates` (ascending, ISO) closest to the wanted one, the earlier of two as close; null without any. */
export function nearest(dates: readonly string[], wanted: string): string | null {
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(wanted));
  return dates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
