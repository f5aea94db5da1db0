import { combineReducers, configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { dataApi } from "@/api/data-api";
import { generatedApi } from "@/api/generated";
import { withoutParameters } from "@/lib/address";
import type { AppDispatch, RootState, StartListening } from "@/lib/state/hooks";
import { featuresOf, LINK_PARAMETERS, type Link, readLink, withLink } from "@/lib/state/link";
import { loadState } from "@/lib/state/persistence/persistence";
import { resetIfAsked } from "@/lib/state/persistence/preferences-reset";
import { loadPreferences, withDefaultFilters } from "@/lib/state/persistence/preferences-storage";
import { showFeatures } from "@/lib/state/show-features";
import { chartReducer } from "@/lib/state/slices/chart-slice";
import { connectionReducer } from "@/lib/state/slices/connection-slice";
import { countersReducer } from "@/lib/state/slices/counters-slice";
import { daysReducer } from "@/lib/state/slices/days-slice";
import { drawingsReducer } from "@/lib/state/slices/drawings-slice";
import { filtersReducer } from "@/lib/state/slices/filters-slice";
import { preferencesReducer } from "@/lib/state/slices/preferences-slice";
import { profilesReducer } from "@/lib/state/slices/profiles-slice";
import { sessionReducer, signedOut } from "@/lib/state/slices/session-slice";
import { toastAdded, uiReducer } from "@/lib/state/slices/ui-slice";
import { keepChartDay } from "./listeners/chart-day-listener";
import { askForNewerData, keepConnection } from "./listeners/connection-listener";
import { keepDataCurrent } from "./listeners/data-listener";
import { followPreferences, keepPreferences } from "./listeners/preferences-listener";
import { followOtherTabs, keepState } from "./listeners/state-listener";
import { reportUsage } from "./listeners/usage-events";
import { openingWords } from "./messages/opening-words";

const reducer = combineReducers({
  filters: filtersReducer,
  ui: uiReducer,
  session: sessionReducer,
  connection: connectionReducer,
  chart: chartReducer,
  drawings: drawingsReducer,
  profiles: profilesReducer,
  preferences: preferencesReducer,
  counters: countersReducer,
  days: daysReducer,
  [dataApi.reducerPath]: dataApi.reducer,
});

function watch() {
  const listener = createListenerMiddleware<RootState, AppDispatch>();
  const { startListening } = listener;

  keepDataCurrent(startListening);
  keepConnection(startListening);
  askForNewerData(startListening);
  keepChartDay(startListening);
  startListening({
    actionCreator: signedOut,
    effect: (_, { dispatch }) => void dispatch(dataApi.util.resetApiState()),
  });

  keepPreferences(startListening);
  reportUsage(startListening);

  return listener;
}

/** What a link names is to be seen, once the catalogue says where it stands. */
function showLinked(startListening: StartListening, link: Link) {
  const names = featuresOf(link);
  if (names.length === 0) return;
  startListening({
    matcher: generatedApi.endpoints.features.matchFulfilled,
    effect: ({ payload }, { dispatch, unsubscribe }) => {
      unsubscribe();
      dispatch(showFeatures(names, payload.features));
    },
  });
}

/** The page's state as the address, what was kept and the defaults give it, in this order. */
export function createStore() {
  const link = readLink(location.search);
  history.replaceState(history.state, "", withoutParameters(location, LINK_PARAMETERS));
  resetIfAsked();
  const kept = loadState();
  const preferences = loadPreferences();
  const linked = withLink(kept, link);
  const { ui, filters, chart } = link.filters === null ? withDefaultFilters(linked, preferences) : linked;
  const watcher = watch();
  const store = configureStore({
    reducer,
    preloadedState: { ui, filters, chart, preferences },
    middleware: (standard) => standard().prepend(watcher.middleware).concat(dataApi.middleware),
  });
  setupListeners(store.dispatch);
  showLinked(watcher.startListening, link);
  keepState(store, kept);
  followOtherTabs(store.dispatch);
  followPreferences(store.dispatch);
  for (const { type, text } of openingWords(kept, link, linked)) store.dispatch(toastAdded(type, text));
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
