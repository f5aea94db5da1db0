import type { ListenerMiddlewareInstance, ThunkAction, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch, useSelector } from "react-redux";
import type { ChartState } from "./slices/chart-slice";
import type { ConnectionState } from "./slices/connection-slice";
import type { CountersState } from "./slices/counters-slice";
import type { DaysState } from "./slices/days-slice";
import type { DrawingsState } from "./slices/drawings-slice";
import type { FiltersState } from "./slices/filters-slice";
import type { PreferencesState } from "./slices/preferences-slice";
import type { ProfilesState } from "./slices/profiles-slice";
import type { SessionState } from "./slices/session-slice";
import type { UiState } from "./slices/ui-slice";

/** The slices every part of the page may read; the API's cache beside them belongs to RTK Query. */
export interface RootState {
  filters: FiltersState;
  ui: UiState;
  session: SessionState;
  connection: ConnectionState;
  chart: ChartState;
  drawings: DrawingsState;
  profiles: ProfilesState;
  preferences: PreferencesState;
  counters: CountersState;
  days: DaysState;
}

export type AppDispatch = ThunkDispatch<RootState, undefined, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, undefined, UnknownAction>;

export type StartListening = ListenerMiddlewareInstance<RootState, AppDispatch>["startListening"];

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
