import type { Condition } from "@/features/filters/state/filters";
import { sameFilter } from "@/features/filters/state/filters";
import { type FiltersState, filterEdited, filterOn } from "@/features/filters/state/filters-slice";
import type { AppThunk } from "@/lib/state/hooks";

const setOn = ({ pending, active }: FiltersState, { feature }: Condition) =>
  filterOn(pending, feature) ?? filterOn(active, feature);

/** A condition beside the one that is set on its feature: another label joins those that are there. */
function joined(filter: Condition, set: Condition | undefined): Condition {
  if (set?.operator !== "in" || filter.operator !== "in" || set.by_bar !== filter.by_bar) return filter;
  return { ...set, value: [...new Set([set.value, filter.value].flat())] };
}

/** Whether a condition is asked already, alone or as one label of several. */
export function isAsked(filters: FiltersState, filter: Condition): boolean {
  const set = setOn(filters, filter);
  return set !== undefined && sameFilter(joined(filter, set), set);
}

/** Let conditions wait for Apply beside those that do. */
export const addConditions =
  (filters: readonly Condition[]): AppThunk =>
  (dispatch, getState) => {
    for (const filter of filters) {
      const own = getState().filters;
      if (!isAsked(own, filter)) dispatch(filterEdited(joined(filter, setOn(own, filter))));
    }
  };
