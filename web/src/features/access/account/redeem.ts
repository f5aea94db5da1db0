import type { SerializedError } from "@reduxjs/toolkit";
import { generatedApi, type RedeemAnswer } from "@/api/generated";
import { type CallError, NO_ANSWER } from "@/api/request-error";
import { refreshTokens, sessionEnded } from "@/api/session/session-refresh";
import { userRenewed } from "@/api/session/session-slice";
import { withTabLock } from "@/api/session/tab-lock";
import { isExpired, readTokens, storeTokens } from "@/api/session/tokens";
import type { AppThunk } from "@/lib/state/hooks";

type Outcome = { data: RedeemAnswer } | { error: CallError | SerializedError };

/**
 * Redeem a code, one of a lower tier than the visitor has only where it may: the tokens it gives take the place of those that paid for it, while no tab renews those. What is
 * shown follows the user's new tier.
 */
export const redeem =
  (code: string, mayLower = false): AppThunk<Promise<Outcome>> =>
  async (dispatch) => {
    const tokens = readTokens();
    const renewal = tokens && isExpired(tokens) ? await refreshTokens(tokens.access, dispatch) : "renewed";
    if (renewal === "unanswered") return { error: NO_ANSWER };
    const asked = await withTabLock(async () => {
      const redeemRequest = { code, may_lower: mayLower };
      const asking = generatedApi.endpoints.redeem.initiate({ redeemRequest }, { track: false });
      const answer = await dispatch(asking);
      if (answer.data) storeTokens(answer.data);
      return answer;
    });
    if (asked.data) {
      dispatch(userRenewed({ ...asked.data.user_info, session_id: asked.data.session_id }));
      return { data: asked.data };
    }
    if ("status" in asked.error && asked.error.status === 401) dispatch(sessionEnded());
    return { error: asked.error };
  };
