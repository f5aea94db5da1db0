import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Filter } from "@/question/filters";
import type { DrawingLook } from "../drawings/drawings";

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
  /** Whether cards are compact: small gaps, little padding. */
  compactCards: boolean;
  /** How the next drawing looks: as the last one was made to. */
  drawingStyle: DrawingLook;
}

export const firstPreferences: PreferencesState = {
  defaultFilters: [],
  exportFormat: "csv",
  usageEvents: true,
  compactCards: false,
  drawingStyle: {},
};

const slice = createSlice({
  name: "preferences",
  initialState: firstPreferences,
  reducers: {
    /** What another tab has kept. */
    preferencesRead: (_, { payload }: PayloadAction<PreferencesState>) => payload,
    preferencesChosen: (state, { payload }: PayloadAction<Partial<PreferencesState>>) => ({
      ...state,
      ...payload,
    }),
  },
});

export const { preferencesRead, preferencesChosen } = slice.actions;
export const preferencesReducer = slice.reducer;
