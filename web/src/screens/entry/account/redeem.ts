import { generatedApi, type RedeemAnswer } from "@/api/generated";
import { NO_ANSWER } from "@/api/request-error";
import { freshTokens, sessionEnded, tokensTaken } from "@/api/session/session-refresh";
import { withTabLock } from "@/api/session/tab-lock";
import type { AppThunk } from "@/lib/state/hooks";
import type { Answer } from "../attempt";

/**
 * Redeem a code, one of a lower tier than the visitor has only where it may: the tokens it gives take the place of
 * those that paid for it, while no tab renews those. What is shown follows the user's new tier.
 */
export const redeem =
  (code: string, mayLower = false): AppThunk<Promise<Answer<RedeemAnswer>>> =>
  async (dispatch) => {
    if ((await freshTokens(dispatch)) === "unanswered") return { error: NO_ANSWER };
    return withTabLock(async () => {
      const redeemRequest = { code, may_lower: mayLower };
      const asking = generatedApi.endpoints.redeem.initiate({ redeemRequest }, { track: false });
      const { data, error } = await dispatch(asking);
      if (data) dispatch(tokensTaken(data));
      else if ("status" in error && error.status === 401) dispatch(sessionEnded());
      return { data, error };
    });
  };
