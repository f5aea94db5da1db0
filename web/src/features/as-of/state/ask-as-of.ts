import type { Filter } from "@/features/filters/state/filters";
import { computeSelection } from "@/features/filters/state/selection";
import type { AppThunk } from "@/lib/state/hooks";
import { asOfChosen, toastAdded } from "@/lib/state/ui-slice";
import type { AsOf } from "./as-of";

/** Ask as of another bar, with other filters where some are given; where the service fails all stays as it was. */
export const askAsOf =
  (asOf: AsOf, filters?: Filter[]): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { ui, filters: own } = getState();
    if (own.isApplying) return;
    dispatch(asOfChosen(asOf));
    try {
      await dispatch(computeSelection(filters ?? own.active, filters !== undefined));
    } catch {
      dispatch(asOfChosen(ui.asOf));
      dispatch(toastAdded("error", "Failed to ask as of another bar"));
    }
  };
