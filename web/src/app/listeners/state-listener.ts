import { saveState } from "@/app/persistence";
import { historyMerged, presetsMerged } from "@/features/filters/state/filters-slice";
import {
  HISTORY,
  historyIn,
  keepHistory,
  PRESETS,
  presetChanges,
} from "@/features/filters/state/saved-filters";
import type { AppDispatch, RootState, SavedState } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";

const SAVE_MS = 300;
const REFUSED = "The browser's storage is full or blocked. What you set up holds until the page closes.";

interface Store {
  getState: () => RootState;
  subscribe: (listener: () => void) => void;
  dispatch: AppDispatch;
}

/** Save what differs from what is `kept`: at once, then at most every 300 ms, and before the page goes. */
export function keepState(store: Store, kept: SavedState) {
  let saved = kept;
  let isRefused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const { ui, filters, chart } = store.getState();
    if (ui === saved.ui && filters === saved.filters && chart === saved.chart) return;
    const isKept = [
      filters.history === saved.filters.history || keepHistory(filters.history),
      saveState({ ui, filters, chart }),
    ].every(Boolean);
    saved = { ui, filters, chart };
    if (!isKept && !isRefused) store.dispatch(toastAdded("error", REFUSED));
    isRefused ||= !isKept;
  };
  save();
  store.subscribe(() => {
    timer ??= setTimeout(save, SAVE_MS);
  });
  window.addEventListener("pagehide", save);
}

/** What another tab adds to the presets and the history, or deletes, changes here too; nothing else does. */
export function followOtherTabs(dispatch: AppDispatch) {
  window.addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key === PRESETS) dispatch(presetsMerged(presetChanges(oldValue, newValue)));
    if (key === HISTORY) dispatch(historyMerged(historyIn(newValue)));
  });
}
