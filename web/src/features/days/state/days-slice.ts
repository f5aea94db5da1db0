import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { useCallback } from "react";
import * as v from "valibot";
import type { DayPart, DaysSort } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import { read, record, text } from "@/lib/storage/schema";

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
  sort: DaysSort;
  page: number;
}

const NEWEST = { sort: { column: "session_date", descending: true }, page: 1 };

export const allDays: DaysState = { bar: null, columns: null, ...NEWEST };

const name = text(100);
const part = record({ feature: name, module: name, place: name, side: v.optional(name) });
const schema = record({
  bar: v.nullable(record({ part, label: name })),
  columns: v.nullable(v.pipe(v.array(name), v.maxLength(200))),
  sort: record({ column: name, descending: v.boolean() }),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** A list out of unknown JSON, null where it is none; whether there is such a list is for the server to say. */
export const readDays = (given: unknown) => read(schema, given) as DaysState | null;

const slice = createSlice({
  name: "days",
  initialState: allDays,
  reducers: {
    daysListed: (state, { payload }: PayloadAction<Partial<DaysState>>) => ({ ...state, ...payload }),
    dayColumnsChosen: (state, { payload }: PayloadAction<string[] | null>) => {
      state.columns = payload;
    },
  },
  selectors: { selectDayBar: (state) => state.bar, selectDayColumns: (state) => state.columns },
});

export const { dayColumnsChosen, daysListed } = slice.actions;
export const { selectDayBar, selectDayColumns } = slice.selectors;
export const daysReducer = slice.reducer;

/** Opens the list of a bar's days, or of all that match. */
export function useOpenDays(): (bar: DayBar | null) => void {
  const dispatch = useAppDispatch();
  return useCallback(
    (bar) => {
      dispatch(daysListed({ bar, ...NEWEST }));
      dispatch(modalOpened("days"));
    },
    [dispatch],
  );
}
