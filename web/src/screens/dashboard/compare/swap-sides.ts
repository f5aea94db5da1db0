import type { AppThunk } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { questionPinned } from "@/question/filters-slice";
import { computeSelection } from "@/question/selection";

/** A's filters become the dashboard's, the dashboard's become A; where the service fails both stay. */
export const swapSides = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { pinned, active, isApplying } = getState().filters;
  if (pinned === null || isApplying) return;
  try {
    await dispatch(computeSelection(pinned, true));
    dispatch(questionPinned(active));
  } catch {
    dispatch(toastAdded("error", "Failed to swap A and B"));
  }
};
