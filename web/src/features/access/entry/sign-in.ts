import type { TokenAnswer } from "@/api/generated";
import { storeTokens } from "@/api/session/tokens";
import { askStart, letIn } from "@/features/filters/state/start";
import type { AppThunk } from "@/lib/state/hooks";

/** Keep the tokens of an answer that let somebody in, and show the page to them. */
export const signIn =
  (answer: TokenAnswer): AppThunk<Promise<void>> =>
  (dispatch) => {
    storeTokens(answer);
    const user = { ...answer.user_info, session_id: answer.session_id };
    return dispatch(letIn(user, dispatch(askStart())));
  };
