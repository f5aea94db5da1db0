import { combineReducers, configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { featuresArrived, summaryArrived, summaryFailed } from "@/api/catalogue";
import { dataApi } from "@/api/data-api";
import { computeSelection } from "@/api/selection";
import { withoutParameters } from "@/lib/address";
import { filtersPruned, filtersReducer, unseenOf } from "@/lib/state/filters-slice";
import type { AppDispatch, RootState } from "@/lib/state/hooks";
import { LINK_PARAMETERS, readLink, withLink } from "@/lib/state/link";
import { loadState, saveState } from "@/lib/state/persistence";
import { sessionReducer, signedOut, snapshotSeen, snapshotShown } from "@/lib/state/session-slice";
import { probabilitiesSet, symbolChosen, toastAdded, uiReducer } from "@/lib/state/ui-slice";

const SAVE_MS = 300;

const reducer = combineReducers({
  filters: filtersReducer,
  ui: uiReducer,
  session: sessionReducer,
  [dataApi.reducerPath]: dataApi.reducer,
});

function watch() {
  const listener = createListenerMiddleware<RootState, AppDispatch>();
  const { startListening } = listener;

  startListening({
    actionCreator: snapshotSeen,
    effect: ({ payload }, { dispatch, getState }) => {
      const shown = getState().session.snapshot;
      if (shown && shown.id !== payload) dispatch(dataApi.util.invalidateTags(["Summary"]));
    },
  });

  startListening({
    matcher: summaryArrived,
    effect: ({ payload: { snapshot } }, { dispatch, getState }) => {
      const shown = getState().session.snapshot;
      if (shown?.symbol === snapshot.symbol && shown.id === snapshot.id) return;
      dispatch(snapshotShown({ symbol: snapshot.symbol, id: snapshot.id }));
      dispatch(computeSelection(getState().filters.active, false)).catch(() => undefined);
      if (shown?.symbol !== snapshot.symbol) return;
      dispatch(dataApi.util.invalidateTags(["Data"]));
      dispatch(toastAdded("blank", "New data was published. The figures are up to date."));
    },
  });

  startListening({
    matcher: summaryFailed,
    effect: ({ payload, meta }, { dispatch }) => {
      const isUnknown = payload?.status === 404 || payload?.status === 422;
      if (isUnknown && meta.arg.originalArgs.symbol) dispatch(symbolChosen(null));
    },
  });

  startListening({
    matcher: featuresArrived,
    effect: ({ payload, meta }, { dispatch, getState }) => {
      if (meta.arg.originalArgs.category) return;
      const names = new Set(payload.features.map((feature) => feature.name));
      const unseen = unseenOf(getState().filters, [...names]);
      if (unseen.length > 0)
        dispatch(toastAdded("blank", `Not available here, left out: ${unseen.join(", ")}`));
      dispatch(filtersPruned([...names]));
      const open = getState().ui.activeProbabilityFeatures;
      if (!open.every((name) => names.has(name)))
        dispatch(probabilitiesSet(open.filter((name) => names.has(name))));
    },
  });

  startListening({
    actionCreator: signedOut,
    effect: (_, { dispatch }) => void dispatch(dataApi.util.resetApiState()),
  });

  return listener.middleware;
}

/** The page's state as the address, what was kept and the defaults give it, in this order. */
export function createStore() {
  const link = readLink(location.search);
  history.replaceState(history.state, "", withoutParameters(location, LINK_PARAMETERS));
  const kept = loadState();
  const first = withLink(kept, link);
  if (first !== kept) saveState(first);
  const store = configureStore({
    reducer,
    preloadedState: first,
    middleware: (standard) => standard().prepend(watch()).concat(dataApi.middleware),
  });
  setupListeners(store.dispatch);
  keepState(store);
  if (link.isBroken) store.dispatch(toastAdded("error", "The link could not be read in full"));
  return store;
}

export type AppStore = ReturnType<typeof createStore>;

/** Save what a person set up, at most every 300 ms and before the page goes. */
function keepState(store: { getState: () => RootState; subscribe: (listener: () => void) => void }) {
  let saved = store.getState();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const { ui, filters } = store.getState();
    if (ui === saved.ui && filters === saved.filters) return;
    saved = store.getState();
    saveState({ ui, filters });
  };
  store.subscribe(() => {
    timer ??= setTimeout(save, SAVE_MS);
  });
  window.addEventListener("pagehide", save);
}
