import type { StartListening } from "@/lib/state/hooks";
import { dayAfter } from "./chart-day";
import { daySelected } from "./chart-slice";

/** The chart's day follows the active filters. */
export function keepChartDay(startListening: StartListening) {
  startListening({
    predicate: (_, now, before) => now.filters.active !== before.filters.active,
    effect: (_, { dispatch, getState, getOriginalState }) => {
      const before = getOriginalState();
      const { active } = getState().filters;
      const isOtherCount = active.length !== before.filters.active.length;
      if (isOtherCount || before.chart.waiting) dispatch(daySelected(dayAfter(before, active)));
    },
  });
}
