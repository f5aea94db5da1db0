import { createSlice } from "@reduxjs/toolkit";
import { signedOut } from "@/api/session/session-slice";
import { filtersApplied } from "@/question/filters-slice";

/** What was done since the visitor came in; kept nowhere. */
export const noCounts = { filtersApplied: 0, chartViews: 0, dataExports: 0 };

const slice = createSlice({
  name: "counters",
  initialState: noCounts,
  reducers: {
    chartViewed: (state) => {
      state.chartViews += 1;
    },
    dataExported: (state) => {
      state.dataExports += 1;
    },
  },
  extraReducers: (build) => {
    build.addCase(filtersApplied, (state) => {
      state.filtersApplied += 1;
    });
    build.addCase(signedOut, () => noCounts);
  },
  selectors: { selectCounters: (state) => state },
});

export const { chartViewed, dataExported } = slice.actions;
export const { selectCounters } = slice.selectors;
export const countersReducer = slice.reducer;
