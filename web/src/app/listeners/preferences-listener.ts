import type { ListenerMiddlewareInstance } from "@reduxjs/toolkit";
import { preferencesRead } from "@/features/settings/state/preferences-slice";
import { loadPreferences, PREFERENCES, savePreferences } from "@/features/settings/state/preferences-storage";
import type { AppDispatch, RootState } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";

/** Keep every chosen preference at once, and say so where the browser will not. */
export function keepPreferences(
  startListening: ListenerMiddlewareInstance<RootState, AppDispatch>["startListening"],
) {
  startListening({
    predicate: (action, now, before) =>
      now.preferences !== before.preferences && !preferencesRead.match(action),
    effect: (_, { dispatch, getState }) => {
      if (savePreferences(getState().preferences)) return;
      const text = "The browser's storage is full or blocked. The preference holds until the page closes.";
      dispatch(toastAdded("error", text));
    },
  });
}

/** A preference chosen in another tab holds here too. */
export function followPreferences(dispatch: AppDispatch) {
  window.addEventListener("storage", ({ key }) => {
    if (key === null || key === PREFERENCES) dispatch(preferencesRead(loadPreferences()));
  });
}
