import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import * as v from "valibot";
import type { DayPart, DaysSort, ExcursionPart, LikeDay } from "@/api/generated";
import { read, record, text } from "@/lib/storage/schema";
import { filtersApplied } from "@/question/filters-slice";

/** One bar of a module's display, and the words it is called by. */
export interface DayBar {
  part: DayPart;
  label: string;
}

/** The days of a target and a stop on which one of four things came first, and the words they are called by. */
interface DayExcursion {
  excursion: ExcursionPart;
  label: string;
}

/** What the table of days shows. */
export interface DaysState {
  /** The bar or excursion whose days are listed; null lists all that match. */
  bar: DayBar | DayExcursion | null;
  /** Features chosen as columns; null follows the filters and the open cards. */
  columns: string[] | null;
  sort: DaysSort;
  page: number;
}

/** The days that Days shows, in its order. */
export type DaysOrder = Pick<DaysState, "bar" | "sort">;

/** The days most like a day, nearest first. */
export interface AlikeOrder {
  like: Pick<LikeDay, "date" | "leave_out">;
  as_of: number;
  /** Whether they match all filters; else those of dates alone. */
  isNarrowed: boolean;
}

/** How a chart that was opened from Days steps. */
export type ChartOrder = DaysOrder | AlikeOrder;

export const NEWEST = { sort: { column: "session_date", descending: true }, page: 1 };

export const allDays: DaysState = { bar: null, columns: null, ...NEWEST };

const name = text(100);
const part = record({ feature: name, module: name, place: name, side: v.optional(name) });
const excursion = record({
  from_bar: v.picklist([0, 6, 12, 18, 36, 54]),
  side: v.picklist(["up", "down"]),
  target: v.number(),
  stop: v.number(),
  first: v.picklist(["target_first", "stop_first", "same_bar", "neither"]),
  unit: v.optional(v.picklist(["adr", "points", "r"])),
});
const label = text(200);
const barSchema = v.nullable(v.union([record({ part, label }), record({ excursion, label })]));
const order = { bar: barSchema, sort: record({ column: name, descending: v.boolean() }) };
const schema = record({
  ...order,
  columns: v.nullable(v.pipe(v.array(name), v.maxLength(200))),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** A list out of unknown JSON, null where it is none; whether there is such a list is for the server to say. */
export const readDays = (given: unknown) => read(schema, given) as DaysState | null;

const alike = {
  like: record({ date: name, leave_out: v.array(name) }),
  as_of: v.pipe(v.number(), v.integer()),
  isNarrowed: v.boolean(),
};

/** An order out of unknown JSON, null where it is none. */
export const readOrder = (given: unknown) =>
  read(v.union([record(order), record(alike)]), given) as ChartOrder | null;

/** The chart of a day, which steps through the days in the order. */
export const chartAddress = (date: string, order: ChartOrder) =>
  `/chart?${new URLSearchParams({ date, order: JSON.stringify(order) })}`;

const slice = createSlice({
  name: "days",
  initialState: allDays,
  reducers: {
    /** A visitor's choice. */
    daysListed: (state, { payload }: PayloadAction<Partial<DaysState>>) => ({ ...state, ...payload }),
    /** What an address says, or a link that leads to the table. */
    daysShown: (state, { payload }: PayloadAction<Partial<DaysState>>) => ({ ...state, ...payload }),
    dayColumnsChosen: (state, { payload }: PayloadAction<string[] | null>) => {
      state.columns = payload;
    },
  },
  extraReducers: (build) => {
    build.addCase(filtersApplied, (state) => {
      state.page = 1;
    });
  },
  selectors: { selectDayBar: (state) => state.bar, selectDayColumns: (state) => state.columns },
});

export const { dayColumnsChosen, daysListed, daysShown } = slice.actions;
export const { selectDayBar, selectDayColumns } = slice.selectors;
export const daysReducer = slice.reducer;

/** The bar's part and the excursion by which a list is narrowed, each null where it is not. */
export function narrowedBy(bar: DaysState["bar"]): {
  part: DayPart | null;
  excursion: ExcursionPart | null;
} {
  return {
    part: bar && "part" in bar ? bar.part : null,
    excursion: bar && "excursion" in bar ? bar.excursion : null,
  };
}
