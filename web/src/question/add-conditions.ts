import type { AppThunk } from "@/lib/state/hooks";
import { type Condition, type Filter, idOf, isGroup, sameFilter } from "./filters";
import { type FiltersState, filterEdited, filterOf, filterOn } from "./filters-slice";

const setOn = ({ pending, active }: FiltersState, { feature }: Condition) =>
  filterOn(pending, feature) ?? filterOn(active, feature);

/** A condition beside the one that is set on its feature: another label joins those that are there. */
function joined(filter: Condition, set: Condition | undefined): Condition {
  const isOfOne = set?.by_bar === filter.by_bar && set?.first_in === filter.first_in;
  if (set?.operator !== "in" || filter.operator !== "in" || !isOfOne) return filter;
  return { ...set, value: [...new Set([set.value, filter.value].flat())] };
}

/** Whether a filter is asked already, a condition alone or as one label of several. */
export function isInQuestion(filters: FiltersState, filter: Filter): boolean {
  if (isGroup(filter)) {
    const lists = [filters.pending, filters.active];
    return lists.some((list) => filterOf(list, idOf(filter)) !== undefined);
  }
  const set = setOn(filters, filter);
  return set !== undefined && sameFilter(joined(filter, set), set);
}

/** Let filters wait for Apply beside those that do. */
export const addConditions =
  (filters: readonly Filter[]): AppThunk =>
  (dispatch, getState) => {
    for (const filter of filters) {
      const own = getState().filters;
      if (isInQuestion(own, filter)) continue;
      dispatch(filterEdited(isGroup(filter) ? filter : joined(filter, setOn(own, filter))));
    }
  };
