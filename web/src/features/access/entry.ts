import { type EntryRequest, generatedApi } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { refreshTokens } from "@/api/session-refresh";
import { withoutParameters } from "@/lib/address";
import { flags } from "@/lib/flags";
import type { AppThunk } from "@/lib/state/hooks";
import { entryRefused, signedIn, validationStarted } from "@/lib/state/session-slice";
import { clearTokens, isExpired, readTokens, storeTokens } from "@/lib/tokens";
import { rememberReturnUrl } from "./return-url";

const PARAMETERS = [
  "user_id",
  "user_name",
  "user_email",
  "course_id",
  "course_title",
  "return_url",
  "profile",
  "course",
  "expires",
  "nonce",
  "signature",
] as const satisfies readonly (keyof EntryRequest)[];

/** The entry parameters of an address. */
export function entryParameters(search: string): EntryRequest {
  const given = new URLSearchParams(search);
  const found = PARAMETERS.filter((name) => given.has(name)).map((name) => [name, given.get(name)] as const);
  return Object.fromEntries(found);
}

/** The address without its entry parameters; whatever else it bears stays. */
export function strippedAddress(address: Location): string {
  return withoutParameters(address, PARAMETERS);
}

/**
 * Let the visitor in: by the address's parameters, posted once, or else by the tokens of an earlier visit. The
 * server decides, and its own text says why nobody was let in.
 */
export const enter = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  if (getState().session.status !== "idle") return;
  dispatch(validationStarted());
  const parameters = entryParameters(location.search);
  rememberReturnUrl(parameters.return_url ?? null);
  history.replaceState(history.state, "", strippedAddress(location));
  const asksForEntry = Object.keys(parameters).some((name) => name !== "return_url" && name !== "profile");
  if (!asksForEntry && (await dispatch(resume()))) return;
  await dispatch(postEntry(flags.mockAuthentication && !asksForEntry ? MOCK_VISITOR : parameters));
};

/** Whom a build with mock authentication enters as; the service still decides whether to believe it. */
const MOCK_VISITOR: EntryRequest = {
  user_id: "mock",
  user_name: "Mock visitor",
  user_email: "mock@example.com",
  course_id: "dev-cad-std",
  profile: flags.appProfile,
};

const postEntry =
  (parameters: EntryRequest): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const entryRequest = { ...parameters, referrer: document.referrer };
    const answer = await dispatch(generatedApi.endpoints.entry.initiate({ entryRequest }, { track: false }));
    if (answer.data === undefined) {
      const isRefusal = "status" in answer.error && answer.error.status === 403;
      clearTokens();
      dispatch(entryRefused((isRefusal && errorText(answer.error)) || FAILED));
      return;
    }
    storeTokens(answer.data);
    dispatch(signedIn(answer.data.user_info));
  };

const FAILED = "Authentication error. Please try again.";

/** Take up the stored session; false where there is none or it is over. */
const resume = (): AppThunk<Promise<boolean>> => async (dispatch) => {
  const tokens = readTokens();
  if (!tokens || (isExpired(tokens) && !(await refreshTokens(tokens.access)))) return false;
  const answer = await dispatch(
    generatedApi.endpoints.me.initiate(undefined, { subscribe: false, forceRefetch: true }),
  );
  if (!answer.data) return false;
  dispatch(signedIn(answer.data));
  return true;
};
