import type { AppThunk } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import type { AsOf } from "./as-of";
import type { Filter } from "./filters";
import { asOfQueued } from "./filters-slice";
import { computeSelection } from "./selection";

/**
 * Ask as of another bar, with other filters where some are given. The page shows it once the service has answered, and
 * of several the last; where the service fails all stays as it was, and the answer is false.
 */
export const askAsOf =
  (asOf: AsOf, filters?: Filter[], failed = "Failed to ask with another bar"): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const own = getState().filters;
    if (own.isApplying) return false;
    const next = { asOf, filters: [] };
    dispatch(asOfQueued(next));
    try {
      await dispatch(computeSelection(filters ?? own.active, filters !== undefined));
      return true;
    } catch {
      if (getState().filters.nextAsOf !== next) return false;
      dispatch(asOfQueued(null));
      dispatch(toastAdded("error", failed));
      return false;
    }
  };
