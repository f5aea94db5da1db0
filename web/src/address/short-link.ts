import { makeView } from "@/api/calls/views-api";
import { knownFeatures } from "@/api/feature-names";
import type { ViewRequest } from "@/api/generated";
import { errorText } from "@/api/request-error";
import type { AppThunk, RootState } from "@/lib/state/hooks";
import { linkRefused, toastAdded } from "@/lib/state/ui-slice";
import { formatDay } from "@/lib/text/day";
import { explored } from "@/question/seals";
import { keyOf } from "@/question/selection";
import { pageAddress } from "./link";

/** A link for the clipboard, and what is said of it. */
interface Made {
  text: string;
  toast: ReturnType<typeof toastAdded>;
}

const WHOLE_LINK = "The full link was copied instead.";

/** Put a short address of what the page shows into the clipboard, or the full one where none can be made. */
export const copyShortLink = (): AppThunk<Promise<void>> => async (dispatch) => {
  const made = dispatch(shortLink());
  const text = made.then(({ text }) => new Blob([text], { type: "text/plain" }));
  try {
    // Browsers let a page write only on a click, so the text is promised at once.
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    dispatch((await made).toast);
  } catch {
    dispatch(toastAdded("error", "Failed to copy the link"));
    dispatch(linkRefused((await made).text));
  }
};

const shortLink = (): AppThunk<Promise<Made>> => async (dispatch, getState) => {
  const viewRequest = requestOf(getState());
  if (!viewRequest) return instead(pageAddress(getState()), "the data are not there yet.");
  const { data, error } = await dispatch(makeView.initiate({ viewRequest }, { track: false }));
  if (!data) return instead(viewRequest.address, errorText(error) ?? "");
  const until = formatDay(data.expires_at * 1000);
  const toast = toastAdded("success", `Copied the short link. It leads here until ${until}.`, 4000);
  return { text: `${location.origin}/v/${data.id}`, toast };
};

const instead = (address: string, why: string): Made => ({
  text: location.origin + address,
  toast: toastAdded("error", `No short link was made: ${why} ${WHOLE_LINK}`, 8000),
});

/** The view with its filters as they are asked: who opens it sees the days that were counted, and no sealed one. */
function requestOf(state: RootState): ViewRequest | null {
  const { session, sealed, filters, ui } = state;
  if (!session.snapshot) return null;
  const seal = sealed.seals[session.snapshot.symbol];
  const active = [...explored(filters.active, seal)];
  const pinned = filters.pinned && [...explored(filters.pinned, seal)];
  const address = pageAddress({ ...state, filters: { ...filters, active, pinned } });
  const { snapshot: _, ...asked } = keyOf(filters.active, session.snapshot, sealed, ui.asOf);
  return { ...asked, address, feature: mainFeature(state) };
}

/** The feature whose answer stays in sight, or the first open one. */
function mainFeature(state: RootState): string | null {
  const names = knownFeatures(state).map(({ name }) => name);
  const { pinnedFeature, activeProbabilityFeatures } = state.ui;
  if (names.includes(pinnedFeature)) return pinnedFeature;
  return names.find((name) => activeProbabilityFeatures.includes(name)) ?? null;
}
