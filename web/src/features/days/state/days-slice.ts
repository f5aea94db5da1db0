import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { useCallback } from "react";
import type { DayPart } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";

/** One bar of a module's display, and the words it is called by. */
export interface DayBar {
  part: DayPart;
  label: string;
}

/** What the list of days shows; whether it stands over the page is the modal stack's to know. */
export interface DaysState {
  /** The bar whose days are listed; null lists all that match. */
  bar: DayBar | null;
  /** Features chosen as columns; null follows the filters and the open cards. */
  columns: string[] | null;
}

export const allDays: DaysState = { bar: null, columns: null };

const slice = createSlice({
  name: "days",
  initialState: allDays,
  reducers: {
    barChosen: (state, { payload }: PayloadAction<DayBar | null>) => {
      state.bar = payload;
    },
    dayColumnsChosen: (state, { payload }: PayloadAction<string[] | null>) => {
      state.columns = payload;
    },
  },
  selectors: { selectDayBar: (state) => state.bar, selectDayColumns: (state) => state.columns },
});

export const { dayColumnsChosen } = slice.actions;
export const { selectDayBar, selectDayColumns } = slice.selectors;
export const daysReducer = slice.reducer;

/** Opens the list of a bar's days, or of all that match. */
export function useOpenDays(): (bar: DayBar | null) => void {
  const dispatch = useAppDispatch();
  return useCallback(
    (bar) => {
      dispatch(slice.actions.barChosen(bar));
      dispatch(modalOpened("days"));
    },
    [dispatch],
  );
}
