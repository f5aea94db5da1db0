import { combineReducers, configureStore } from "@reduxjs/toolkit";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { dataApi } from "@/api/data-api";
import type { RootState } from "@/lib/state/hooks";
import { chartReducer, firstChart } from "@/lib/state/slices/chart-slice";
import { connected, connectionReducer } from "@/lib/state/slices/connection-slice";
import { countersReducer, noCounts } from "@/lib/state/slices/counters-slice";
import { allDays, daysReducer } from "@/lib/state/slices/days-slice";
import { drawingsReducer, noDrawings } from "@/lib/state/slices/drawings-slice";
import { emptyFilters, filtersReducer } from "@/lib/state/slices/filters-slice";
import { firstPreferences, preferencesReducer } from "@/lib/state/slices/preferences-slice";
import { profilesReducer, unreadProfiles } from "@/lib/state/slices/profiles-slice";
import { sessionReducer } from "@/lib/state/slices/session-slice";
import { firstUi, uiReducer } from "@/lib/state/slices/ui-slice";
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

export function renderPage(page: ReactElement, store = aStore(), path = "/") {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
    </Provider>,
  );
  return store;
}
