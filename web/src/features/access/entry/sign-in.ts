import type { TokenAnswer } from "@/api/generated";
import { signedIn } from "@/api/session/session-slice";
import { storeTokens } from "@/api/session/tokens";
import type { AppThunk } from "@/lib/state/hooks";

/** Keep the tokens of an answer that let somebody in, and set session and user. */
export const signIn =
  (answer: TokenAnswer): AppThunk =>
  (dispatch) => {
    storeTokens(answer);
    dispatch(signedIn({ ...answer.user_info, session_id: answer.session_id }));
  };
