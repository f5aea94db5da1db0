import { isAnyOf } from "@reduxjs/toolkit";
import type { RootState, StartListening } from "@/lib/state/hooks";
import { type Filter, sameFilter } from "@/question/filters";
import { filtersApplied, filtersSetAside, filtersShown } from "@/question/filters-slice";
import { daySelected } from "./chart-slice";

/** The chart's day follows the active filters. */
export function keepChartDay(startListening: StartListening) {
  startListening({
    matcher: isAnyOf(filtersApplied, filtersShown, filtersSetAside),
    effect: (_, { dispatch, getState, getOriginalState }) => {
      const before = getOriginalState();
      const { active } = getState().filters;
      if (active === before.filters.active) return;
      const isOtherCount = active.length !== before.filters.active.length;
      if (isOtherCount || before.chart.waiting) dispatch(daySelected(dayAfter(before, active)));
    },
  });
}

/**
 * The chart's day once `next` are the active filters: another number of them goes back to the latest day, except that
 * the day which came with filters out of a preset or the history is shown where these are applied.
 */
export function dayAfter(
  { chart, filters }: Pick<RootState, "chart" | "filters">,
  next: Filter[],
): string | null {
  const { waiting } = chart;
  const isThere = (filter: Filter) => next.some((other) => sameFilter(other, filter));
  if (waiting?.filters.every(isThere)) return waiting.day;
  return next.length === filters.active.length ? chart.selectedDate : null;
}
