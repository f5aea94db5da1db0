import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { type AmaSettings, DEFAULT_AMA } from "@/plot/settings/ama-settings";
import {
  DEFAULT_LINES,
  type LineKey,
  type LineSetting,
  type LineSettings,
} from "@/plot/settings/line-settings";
import type { Filter } from "@/question/filters";

/** How days are drawn. The zoom is the chart's own and not in here. */
export interface ChartState {
  amaOn: boolean;
  /** ISO date of the day asked for; null is the latest that matches. */
  selectedDate: string | null;
  /** The day that the chart draws; null while it is not open. */
  shownDate: string | null;
  /** Why the shown day is not the one that was asked for: "2024-07-04: the exchange was closed"; null where it is. */
  whyOther: string | null;
  /** A day as near to the one that was asked for, on its other side. */
  alsoNear: string | null;
  /** A day that came with filters which wait for their Apply; see `dayAfter`. */
  waiting: { day: string; filters: Filter[] } | null;
  ama: AmaSettings;
  lines: LineSettings;
  /** Whether a box over the chart lists all values of the bar under the pointer. */
  tooltipOn: boolean;
}

export const firstChart: ChartState = {
  amaOn: false,
  selectedDate: null,
  shownDate: null,
  whyOther: null,
  alsoNear: null,
  waiting: null,
  ama: DEFAULT_AMA,
  lines: DEFAULT_LINES,
  tooltipOn: true,
};

/** What an action brings is the new value under a key. */
const put =
  <Key extends keyof ChartState>(key: Key) =>
  (state: ChartState, { payload }: PayloadAction<ChartState[Key]>) => {
    state[key] = payload;
  };

function selectDay(state: ChartState, { payload }: PayloadAction<string | null>) {
  state.selectedDate = payload;
  state.whyOther = null;
  state.alsoNear = null;
  state.waiting = null;
}

const slice = createSlice({
  name: "chart",
  initialState: firstChart,
  reducers: {
    amaSwitched: put("amaOn"),
    /** Null goes back to the latest day that matches. */
    daySelected: selectDay,
    /** The day before or after the one shown: the browser's history keeps no step for it. */
    dayStepped: selectDay,
    /** The chart draws this day; null says that it was closed. */
    dayShown: put("shownDate"),
    /** The day shown came with these filters, and is to be shown once they are applied. */
    dayWaits: put("waiting"),
    /** Another day than the one asked for, and why; null is the latest that matches. */
    otherDaySelected: (
      state,
      { payload }: PayloadAction<{ date: string | null; why: string; also?: string | null }>,
    ) => {
      state.selectedDate = payload.date;
      state.whyOther = payload.why;
      state.alsoNear = payload.also ?? null;
    },
    amaSettingsSet: put("ama"),
    tooltipSwitched: put("tooltipOn"),
    lineSettingsSet: put("lines"),
    lineChanged: (state, { payload }: PayloadAction<{ key: LineKey } & Partial<LineSetting>>) => {
      state.lines = state.lines.map((line) => (line.key === payload.key ? { ...line, ...payload } : line));
    },
  },
  selectors: {
    selectAmaSettings: (state) => state.ama,
    selectLineSettings: (state) => state.lines,
  },
});

export const {
  amaSwitched,
  daySelected,
  dayShown,
  dayStepped,
  dayWaits,
  otherDaySelected,
  amaSettingsSet,
  lineSettingsSet,
  lineChanged,
  tooltipSwitched,
} = slice.actions;
export const { selectAmaSettings, selectLineSettings } = slice.selectors;
export const chartReducer = slice.reducer;
