import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Filter } from "@/features/filters/state/filters";

export const EXPORT_FORMATS = ["csv", "xlsx", "pdf"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What a person prefers, whatever is shown at the moment; the theme belongs to the view. */
export interface PreferencesState {
  /** The filters a visit starts with where neither a link nor kept filters say otherwise. */
  defaultFilters: Filter[];
  /** What an export offers first. */
  exportFormat: ExportFormat;
  /** Whether usage events are sent where there is an address for them. */
  usageEvents: boolean;
}

export const firstPreferences: PreferencesState = {
  defaultFilters: [],
  exportFormat: "csv",
  usageEvents: true,
};

const slice = createSlice({
  name: "preferences",
  initialState: firstPreferences,
  reducers: {
    /** What another tab has kept. */
    preferencesRead: (_, { payload }: PayloadAction<PreferencesState>) => payload,
    defaultFiltersSet: (state, { payload }: PayloadAction<Filter[]>) => {
      state.defaultFilters = payload;
    },
    exportFormatChosen: (state, { payload }: PayloadAction<ExportFormat>) => {
      state.exportFormat = payload;
    },
    usageEventsSwitched: (state, { payload }: PayloadAction<boolean>) => {
      state.usageEvents = payload;
    },
  },
  selectors: {
    selectDefaultFilters: (state) => state.defaultFilters,
    selectExportFormat: (state) => state.exportFormat,
    selectUsageEvents: (state) => state.usageEvents,
  },
});

export const { preferencesRead, defaultFiltersSet, exportFormatChosen, usageEventsSwitched } = slice.actions;
export const { selectDefaultFilters, selectExportFormat, selectUsageEvents } = slice.selectors;
export const preferencesReducer = slice.reducer;
