import { useState } from "react";
import { baseName } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { clearFilter } from "@/question/apply-filters";
import {
  type Condition,
  conditionsIn,
  type Filter,
  idOf,
  isGroup,
  isOfLists,
  pendingFor,
  statusOf,
} from "@/question/filters";
import {
  filterEdited,
  filterOf,
  filterReplaced,
  pendingRemoved,
  selectActive,
  selectPending,
} from "@/question/filters-slice";
import { afterEdit, isTakenBack } from "../card/filter-draft";

/**
 * The filter of an editor: the pending one that changes or replaces the given one, else the active one, else that
 * which was given, or what an edit left of it. Each edit is pending; where it makes a filter of another id, that one is
 * edited from then on.
 */
export function useEditedFilter(given: Filter, features: ReadonlyMap<string, Feature>) {
  const dispatch = useAppDispatch();
  const [own, setOwn] = useState(given);
  const id = idOf(own);
  const pending = useAppSelector((state) => pendingFor(selectPending(state), id));
  const active = useAppSelector((state) => filterOf(selectActive(state), pending?.replaces ?? id));
  const filter = pending ?? active ?? own;
  const put = (edited: Filter) => {
    const next = outcome(filter, edited, features, active);
    if (!next) dispatch(pendingRemoved(idOf(filter)));
    else if (idOf(next) === idOf(filter)) dispatch(filterEdited(next));
    else dispatch(filterReplaced({ id: idOf(filter), filter: next }));
    setOwn(next ?? edited);
  };
  /** Drop the change, or, where there is none, the filter. */
  const clear = () => {
    if (pending?.replaces) setOwn(active ?? own);
    dispatch(clearFilter(idOf(filter)));
  };
  return { filter, status: statusOf(pending, active), put, clear };
}

/** What an edit comes to: a filter, the active one that is to be removed, or null where nothing is left of it. */
function outcome(
  before: Filter,
  edited: Filter,
  features: ReadonlyMap<string, Feature>,
  active: Filter | undefined,
): Filter | null {
  const [was, is] = [onlyCondition(before), onlyCondition(edited)];
  const feature = is && features.get(baseName(is.feature));
  if (!was || !is || !(feature || isOfLists(is))) return edited;
  const isOther = isGroup(edited) || (active && idOf(active) !== idOf(edited));
  if (!isOther) return afterEdit(was, is, feature, active !== undefined);
  if (!isTakenBack(was, is, feature)) return edited;
  return active ? { ...active, removed: true } : null;
}

function onlyCondition(filter: Filter): Condition | undefined {
  const [first, ...others] = conditionsIn(filter);
  return others.length === 0 ? first : undefined;
}
