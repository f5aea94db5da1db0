import { isAnyOf, type ListenerMiddlewareInstance } from "@reduxjs/toolkit";
import type { AppDispatch, RootState } from "@/lib/state/hooks";
import { loadPreferences, PREFERENCES, savePreferences } from "@/lib/state/persistence/preferences-storage";
import {
  defaultFiltersSet,
  exportFormatChosen,
  preferencesRead,
  usageEventsSwitched,
} from "@/lib/state/slices/preferences-slice";
import { toastAdded } from "@/lib/state/slices/ui-slice";

/** Keep every chosen preference at once, and say so where the browser will not. */
export function keepPreferences(
  startListening: ListenerMiddlewareInstance<RootState, AppDispatch>["startListening"],
) {
  startListening({
    matcher: isAnyOf(defaultFiltersSet, exportFormatChosen, usageEventsSwitched),
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
