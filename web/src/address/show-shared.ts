import { keepHistory } from "@/kept/saved-filters";
import type { AppThunk } from "@/lib/state/hooks";
import { pendingCleared } from "@/question/filters-slice";
import { SCREEN_PARAMETERS, screenAt } from "@/screens/screens";
import { addressShown, LINK_PARAMETERS, readLink, replacedSet } from "./link";
import { linkWords } from "./link-words";
import { currentAddress } from "./moved";

/** A screen of the page and what it shows. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
}

const OWN: readonly string[] = [...LINK_PARAMETERS, ...SCREEN_PARAMETERS];

/** The place that a shared address leads to, with what the page itself writes into an address; null where it is none of the page's. */
export function placeOf(address: string): Place | null {
  if (!address.startsWith("/") || !URL.canParse(address, location.origin)) return null;
  const url = new URL(address, location.origin);
  const { pathname, search, hash } = currentAddress(url);
  if (url.origin !== location.origin || !screenAt(pathname)) return null;
  const own = [...new URLSearchParams(search)].filter(([name]) => OWN.includes(name));
  return { pathname, search: own.length > 0 ? `?${new URLSearchParams(own)}` : "", hash };
}

/** Show what a shared address says; filters that were set become the newest of the history. */
export const sharedShown =
  ({ search }: Place): AppThunk =>
  (dispatch, getState) => {
    const { ui, filters, chart } = getState();
    const link = readLink(search);
    const replaced = replacedSet({ ui, filters, chart }, link);
    if (replaced) {
      keepHistory([replaced]);
      dispatch(pendingCleared());
    }
    for (const toast of linkWords(link, replaced !== null)) dispatch(toast);
    dispatch(addressShown(search));
  };
