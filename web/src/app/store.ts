import { combineReducers, configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import {
  featuresOf,
  LINK_PARAMETERS,
  type Link,
  overlaysShown,
  readLink,
  replacedSet,
  withLink,
} from "@/address/link";
import { calledBefore, linkWords } from "@/address/link-words";
import { currentAddress } from "@/address/moved";
import { showFeatures } from "@/address/show-features";
import { withoutParameters } from "@/address/without-parameters";
import { dataApi } from "@/api/data-api";
import { knownFeatures } from "@/api/feature-names";
import { signedOut } from "@/api/session/session-slice";
import { keepChartDay } from "@/kept/chart/chart-day";
import { keptSeals } from "@/kept/ledger/seals-storage";
import {
  followPreferences,
  keepPreferences,
  keepState,
  type LoadedState,
  loadState,
} from "@/kept/persistence";
import { resetIfRequested } from "@/kept/preferences/preferences-reset";
import { keptPreferences, withDefaultFilters } from "@/kept/preferences/preferences-storage";
import { keepHistory, recordHistory } from "@/kept/saved-filters";
import type { AppDispatch, RootState, StartListening } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { reportUsage } from "./analytics/usage-events";
import { askForNewerData, keepConnection } from "./listeners/connection-listener";
import { keepDataCurrent } from "./listeners/data-listener";
import { followLedger, keepLooks, keepSealed } from "./listeners/ledger-listener";
import { keepListsCurrent } from "./listeners/lists-listener";
import { slices } from "./slices";

function watch() {
  const listener = createListenerMiddleware<RootState, AppDispatch>();
  const { startListening } = listener;
  keepDataCurrent(startListening);
  keepListsCurrent(startListening);
  keepConnection(startListening);
  askForNewerData(startListening);
  keepChartDay(startListening);
  recordHistory(startListening);
  keepPreferences(startListening);
  keepLooks(startListening);
  keepSealed(startListening);
  reportUsage(startListening);
  startListening({
    actionCreator: signedOut,
    effect: (_, { dispatch }) => void dispatch(dataApi.util.resetApiState()),
  });
  return listener;
}

/** What a link names is to be seen, once the catalogue says where it stands. */
function showLinked(startListening: StartListening, link: Link) {
  const names = featuresOf(link);
  if (names.length === 0) return;
  startListening({
    predicate: (_, now) => knownFeatures(now).length > 0,
    effect: (_, { dispatch, getState, unsubscribe }) => {
      unsubscribe();
      dispatch(showFeatures(names, knownFeatures(getState())));
    },
  });
}

/** What a person should know about how the page came to show what it shows. */
function* openingWords(kept: LoadedState, link: Link, isReplacing: boolean) {
  if (kept.leftOut.length > 0)
    yield toastAdded("error", `Saved here, but could not be read: ${calledBefore(kept.leftOut)}`);
  yield* linkWords(link, isReplacing);
}

/** The state by address, storage and defaults, in this order; an address of this page's starts without filters. */
export function createStore() {
  const address = currentAddress(location);
  const link = readLink(resetIfRequested() ? "" : address.search);
  history.replaceState(history.state, "", withoutParameters(address, LINK_PARAMETERS));
  const kept = loadState();
  const preferences = keptPreferences.load().value;
  const sealed = keptSeals.load();
  const linked = withLink(kept, link);
  const replaced = replacedSet(kept, link);
  const hasFilters = history.state === null ? link.filters !== null : Boolean(link.filters?.length);
  const { ui, filters, chart } = hasFilters ? linked : withDefaultFilters(linked, preferences);
  const watcher = watch();
  const store = configureStore({
    reducer: combineReducers({ ...slices, [dataApi.reducerPath]: dataApi.reducer }),
    preloadedState: { ui, filters, chart, preferences, sealed: sealed.value },
    middleware: (standard) => standard().prepend(watcher.middleware).concat(dataApi.middleware),
  });
  setupListeners(store.dispatch);
  store.dispatch(overlaysShown(link));
  if (link.layout === null) showLinked(watcher.startListening, link);
  if (replaced) keepHistory([replaced]);
  keepState(store, kept);
  followPreferences(store.dispatch);
  followLedger(store.dispatch);
  if (sealed.unread > 0)
    store.dispatch(toastAdded("error", `Sealed days: ${sealed.unread} of what is saved could not be read`));
  for (const toast of openingWords(kept, link, replaced !== null)) store.dispatch(toast);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
