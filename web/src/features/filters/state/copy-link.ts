import type { AppThunk } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { linkQuery, SCREEN_PARAMETERS, type Shown } from "./link";

/** The page's own path, query and place on it, with all that it shows. */
export function pageAddress(shown: Shown): string {
  const { pathname, search, hash } = location;
  const own = [...new URLSearchParams(search)].filter(([name]) => SCREEN_PARAMETERS.includes(name));
  const query = [new URLSearchParams(own).toString(), linkQuery(shown)].filter(Boolean).join("&");
  return `${pathname}?${query}${hash}`;
}

/** Put the address of what the page shows into the clipboard. */
export const copyLink = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  try {
    await navigator.clipboard.writeText(location.origin + pageAddress(getState()));
    dispatch(toastAdded("success", "Copied the link"));
  } catch {
    dispatch(toastAdded("error", "Failed to copy the link"));
  }
};
