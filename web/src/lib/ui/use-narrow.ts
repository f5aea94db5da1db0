import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 900px)";

function subscribe(listener: () => void) {
  const query = matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the page has no room for a sidebar beside it. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}
