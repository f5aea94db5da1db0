import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { combineReducers, configureStore } from "@reduxjs/toolkit";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { connected, connectionReducer } from "@/api/connection-slice";
import { dataApi } from "@/api/data-api";
import { sessionReducer } from "@/api/session/session-slice";
import { chartReducer, firstChart } from "@/features/chart/state/chart-slice";
import { allDays, daysReducer } from "@/features/days/state/days-slice";
import { drawingsReducer, noDrawings } from "@/features/drawing/state/drawings-slice";
import { countersReducer, noCounts } from "@/features/export/state/counters-slice";
import { emptyFilters, filtersReducer } from "@/features/filters/state/filters-slice";
import { findReducer, nothingWanted } from "@/features/find/state/find-slice";
import { profilesReducer, unreadProfiles } from "@/features/profiles/state/profiles-slice";
import { firstPreferences, preferencesReducer } from "@/features/settings/state/preferences-slice";
import type { RootState } from "@/lib/state/hooks";
import { firstUi, uiReducer } from "@/lib/state/ui-slice";
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
};

export function aStore(state: Partial<RootState> = {}) {
  const store = configureStore({
    reducer: combineReducers({
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
      find: findReducer,
      [dataApi.reducerPath]: dataApi.reducer,
    }),
    preloadedState: { ...letIn, ...state },
    middleware: (standard) => standard().concat(dataApi.middleware),
  });
  atTestEnd(() => {
    const running = store.dispatch(dataApi.util.getRunningQueriesThunk());
    for (const call of running) call.abort();
  });
  return store;
}

/** Styles stay out of the document: it ends with its file, while Emotion's own cache would live on. */
export function renderPage(page: ReactElement, store = aStore(), path = "/") {
  const styles = createCache({ key: "css", container: document.createElement("div") });
  render(
    <CacheProvider value={styles}>
      <Provider store={store}>
        <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
      </Provider>
    </CacheProvider>,
  );
  return store;
}
