import type { AppThunk } from "@/lib/state/hooks";
import { probabilitiesCleared, probabilitiesRestored, toastAdded } from "@/lib/state/ui-slice";
import { type Filter, idOf, isComplete } from "./filters";
import { type FiltersState, filterOf, nextActive, pendingCleared, pendingRemoved } from "./filters-slice";
import { computeSelection } from "./selection";

/** Show other filters once the server has answered for them; where it fails the old ones stay. */
function change(
  filters: (state: FiltersState) => Filter[],
  done: (state: FiltersState) => string,
  failed = "Failed to apply filters",
): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const before = getState().filters;
    if (before.isApplying) return false;
    try {
      await dispatch(computeSelection(filters(before), true));
    } catch {
      dispatch(toastAdded("error", failed));
      return false;
    }
    dispatch(toastAdded("success", done(before)));
    return true;
  };
}

const none = () => [];

export const applyPending = () =>
  change(nextActive, ({ pending }) => `Applied ${pending.filter(isComplete).length} filter(s)`);

export const clearActive = () => change(none, () => "Cleared all active filters", "Failed to clear filters");

export const removeActive = (...ids: string[]) =>
  change(
    ({ active }) => active.filter((filter) => !ids.includes(idOf(filter))),
    () => "Filters applied successfully",
  );

/** Drop the change waiting on a card, or, where there is none, the filter itself; not while an Apply is under way. */
export const clearFilter =
  (id: string): AppThunk =>
  (dispatch, getState) => {
    const { pending, active, isApplying } = getState().filters;
    if (isApplying) return;
    if (filterOf(pending, id)) dispatch(pendingRemoved(id));
    else if (filterOf(active, id)) void dispatch(removeActive(id));
  };

export const clearProbabilities = (): AppThunk => (dispatch) => {
  dispatch(probabilitiesCleared());
  dispatch(toastAdded("success", "Cleared all probability analyses"));
};

/** Where nothing is pending, nothing happens. */
export const clearPending = (): AppThunk => (dispatch, getState) => {
  if (getState().filters.pending.length === 0) return;
  dispatch(pendingCleared());
  dispatch(toastAdded("success", "Cleared all pending filters"));
};

const CLEARED = "Cleared all filters and probability analyses";

/** Only active filters need the server's answer to go; where nothing at all is set, nothing happens. */
export const clearAll = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { filters, ui } = getState();
  const { activeProbabilityFeatures, pinnedFeature } = ui;
  if (filters.active.length + filters.pending.length + activeProbabilityFeatures.length === 0) return;
  dispatch(probabilitiesCleared());
  if (filters.active.length === 0) {
    dispatch(pendingCleared());
    dispatch(toastAdded("success", CLEARED));
    return;
  }
  const cleared = await dispatch(change(none, () => CLEARED, "Failed to clear all"));
  dispatch(cleared ? pendingCleared() : probabilitiesRestored({ activeProbabilityFeatures, pinnedFeature }));
};
