import type { ListenerMiddlewareInstance, ThunkAction, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch, useSelector } from "react-redux";
import type { ConnectionState } from "@/api/connection-slice";
import type { SessionState } from "@/api/session/session-slice";
import type { ChartState } from "@/features/chart/state/chart-slice";
import type { DaysState } from "@/features/days/state/days-slice";
import type { DrawingsState } from "@/features/drawing/state/drawings-slice";
import type { CountersState } from "@/features/export/state/counters-slice";
import type { FiltersState } from "@/features/filters/state/filters-slice";
import type { FindState } from "@/features/find/state/find-slice";
import type { ProfilesState } from "@/features/profiles/state/profiles-slice";
import type { PreferencesState } from "@/features/settings/state/preferences-slice";
import type { UiState } from "./ui-slice";

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
  find: FindState;
}

/** The slices that the browser keeps from one visit to the next. */
export type SavedState = Pick<RootState, "ui" | "filters" | "chart">;

export type AppDispatch = ThunkDispatch<RootState, undefined, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, undefined, UnknownAction>;

export type StartListening = ListenerMiddlewareInstance<RootState, AppDispatch>["startListening"];

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
