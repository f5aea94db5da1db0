import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { combineReducers, configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { allDays } from "@/address/days-slice";
import { nothingWanted } from "@/address/find-slice";
import { nothingOpened } from "@/address/gallery-slice";
import { catalogueArg } from "@/api/catalogue";
import { connected } from "@/api/connection-slice";
import { dataApi } from "@/api/data-api";
import { slices } from "@/app/slices";
import { firstChart } from "@/kept/chart/chart-slice";
import { noCounts } from "@/kept/counters-slice";
import { noDrawings } from "@/kept/drawings/drawings-slice";
import { noLooks } from "@/kept/ledger/ledger-slice";
import { firstPreferences } from "@/kept/preferences/preferences-slice";
import { unreadProfiles } from "@/kept/profiles/profiles-slice";
import { recordHistory } from "@/kept/saved-filters";
import type { AppDispatch, RootState } from "@/lib/state/hooks";
import { firstUi } from "@/lib/state/ui-slice";
import { emptyFilters } from "@/question/filters-slice";
import { nothingSealed } from "@/question/seals-slice";
import { atTestEnd } from "./calls";

const user = {
  user_id: "u",
  username: "Ana",
  permissions: [],
  profile: "pro" as const,
  profile_source: "url" as const,
};

/** The state of a page that is let in and shows snapshot s1 of ES, with nothing open. */
export const letIn: RootState = {
  filters: emptyFilters,
  ui: { ...firstUi, activeProbabilityFeatures: [] },
  session: {
    status: "authenticated",
    user,
    refusal: null,
    viewedAs: null,
    snapshot: { symbol: "ES", id: "s1" },
    summary: null,
    isOvertaken: false,
  },
  connection: connected,
  chart: firstChart,
  drawings: noDrawings,
  profiles: unreadProfiles,
  preferences: firstPreferences,
  counters: noCounts,
  days: allDays,
  find: nothingWanted,
  gallery: nothingOpened,
  ledger: noLooks,
  sealed: nothingSealed,
};

export function aStore(state: Partial<RootState> = {}) {
  const listener = createListenerMiddleware<RootState, AppDispatch>();
  recordHistory(listener.startListening);
  const store = configureStore({
    reducer: combineReducers({
      ...slices,
      [dataApi.reducerPath]: dataApi.reducer,
    }),
    preloadedState: { ...letIn, ...state },
    middleware: (standard) => standard().prepend(listener.middleware).concat(dataApi.middleware),
  });
  atTestEnd(() => {
    const running = store.dispatch(dataApi.util.getRunningQueriesThunk());
    for (const call of running) call.abort();
  });
  return store;
}

/** A store of a page that has its catalogue already: words that wait for it are there at the first render. */
export async function aStoreWithCatalogue(state: Partial<RootState> = {}) {
  const store = aStore(state);
  const { ui, session } = store.getState();
  const asked = catalogueArg(ui.symbol, session.user?.profile ?? "pro");
  await store.dispatch(dataApi.endpoints.features.initiate(asked, { subscribe: false }));
  return store;
}

export function renderPage(page: ReactElement, store = aStore(), path = "/") {
  return inPage(<MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>, store);
}

/** For a page with a router of its own. Styles stay out of the document: it ends with its file, while Emotion's own cache would live on. */
export function inPage(page: ReactElement, store: ReturnType<typeof aStore>) {
  const styles = createCache({ key: "css", container: document.createElement("div") });
  render(
    <CacheProvider value={styles}>
      <Provider store={store}>{page}</Provider>
    </CacheProvider>,
  );
  return store;
}
