import { useState } from "react";
import type { Feature } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { isBlank } from "../card/filter-draft";
import { clearFilter } from "../state/apply-filters";
import {
  type Condition,
  type Filter,
  idOf,
  isGroup,
  isOfLists,
  type Operator,
  pendingFor,
  statusOf,
} from "../state/filters";
import {
  filterEdited,
  filterOf,
  filterReplaced,
  pendingRemoved,
  selectActive,
  selectPending,
} from "../state/filters-slice";

function defaultOperator(condition: Condition, features: ReadonlyMap<string, Feature>): Operator | undefined {
  if (isOfLists(condition)) return "in";
  return features.get(condition.feature)?.ui_schema.filter_component.defaultOperator;
}

/**
 * The filter of an editor: the pending one that changes or replaces the given one, else the active one, else that
 * which was given. Each edit is pending; where it makes a filter of another id, that one is edited from then on.
 */
export function useEditedFilter(given: Filter, features: ReadonlyMap<string, Feature>) {
  const dispatch = useAppDispatch();
  const [id, setId] = useState(idOf(given));
  const pending = useAppSelector((state) => pendingFor(selectPending(state), id));
  const active = useAppSelector((state) => filterOf(selectActive(state), pending?.replaces ?? id));
  const filter = pending ?? active ?? given;
  const own = idOf(filter);
  const put = (next: Filter) => {
    const operator = isGroup(next) ? undefined : defaultOperator(next, features);
    const isGone = !isGroup(next) && !active && operator !== undefined && isBlank(next, operator);
    if (isGone) dispatch(pendingRemoved(own));
    else dispatch(idOf(next) === own ? filterEdited(next) : filterReplaced({ id: own, filter: next }));
    setId(idOf(next));
  };
  /** Drop the change, or, where there is none, the filter. */
  const clear = () => {
    setId(pending?.replaces ?? own);
    dispatch(clearFilter(own));
  };
  return { filter, status: statusOf(pending, active), put, clear };
}
