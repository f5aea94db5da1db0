import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { DayPart } from "@/api/generated";

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

export const { barChosen, dayColumnsChosen } = slice.actions;
export const { selectDayBar, selectDayColumns } = slice.selectors;
export const daysReducer = slice.reducer;
