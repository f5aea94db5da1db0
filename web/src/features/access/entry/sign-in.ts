import type { TokenAnswer } from "@/api/generated";
import type { AppThunk } from "@/lib/state/hooks";
import { signedIn } from "@/lib/state/slices/session-slice";
import { storeTokens } from "@/lib/storage/tokens";

/** Keep the tokens of an answer that let somebody in, and set session and user. */
export const signIn =
  (answer: TokenAnswer): AppThunk =>
  (dispatch) => {
    storeTokens(answer);
    dispatch(signedIn({ ...answer.user_info, session_id: answer.session_id }));
  };
