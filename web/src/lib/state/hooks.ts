import type {
  ListenerMiddlewareInstance,
  StateFromReducersMapObject,
  ThunkAction,
  ThunkDispatch,
  UnknownAction,
} from "@reduxjs/toolkit";
import { useDispatch, useSelector } from "react-redux";
import type { slices } from "@/app/slices";

export type RootState = StateFromReducersMapObject<typeof slices>;

/** The slices that the browser keeps from one visit to the next. */
export type SavedState = Pick<RootState, "ui" | "filters" | "chart">;

export type AppDispatch = ThunkDispatch<RootState, undefined, UnknownAction>;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, undefined, UnknownAction>;

export type StartListening = ListenerMiddlewareInstance<RootState, AppDispatch>["startListening"];

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
