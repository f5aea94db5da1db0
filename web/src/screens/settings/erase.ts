import { generatedApi } from "@/api/generated";
import { signedOut } from "@/api/session/session-slice";
import { clearTokens } from "@/api/session/tokens";
import type { AppThunk } from "@/lib/state/hooks";

/** Have the service erase what it keeps of this visitor, and leave; throws where it did not. */
export const eraseMe =
  (userId: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const eraseRequest = { user_id: userId };
    await dispatch(generatedApi.endpoints.erase.initiate({ eraseRequest }, { track: false })).unwrap();
    clearTokens();
    dispatch(signedOut());
  };
