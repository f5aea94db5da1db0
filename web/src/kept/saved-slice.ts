import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { RootState, StartListening } from "@/lib/state/hooks";
import type { Filter } from "@/question/filters";
import { filtersApplied } from "@/question/filters-slice";
import { dayAfter } from "./chart/chart-day";
import { type View, viewOf } from "./view";

const HISTORY_LENGTH = 10;

/** Filters and the view they were kept with; sets older than views have none. */
export interface SavedSet {
  filters: Filter[];
  view?: View;
}

/** A set as it was applied; `appliedAt` in milliseconds since the epoch. */
export interface AppliedSet extends SavedSet {
  appliedAt: number;
}

/** Saved sets by the name they were given. */
export type Presets = Record<string, SavedSet>;

/** Presets that came, changed or went. */
export interface PresetChanges {
  set: Presets;
  gone: string[];
}

export interface SavedSets {
  presets: Presets;
  /** The newest sets that were applied, newest first. */
  history: AppliedSet[];
}

export const nothingSaved: SavedSets = { presets: {}, history: [] };

const slice = createSlice({
  name: "saved",
  initialState: nothingSaved,
  reducers: {
    /** Presets that were saved or deleted, here or in another tab. */
    presetsMerged: (state, { payload }: PayloadAction<PresetChanges>) => {
      const others = Object.entries(state.presets).filter(([name]) => !payload.gone.includes(name));
      state.presets = { ...Object.fromEntries(others), ...payload.set };
    },
    historyMerged: (state, { payload }: PayloadAction<AppliedSet[]>) => {
      state.history = mergeHistory(state.history, payload);
    },
  },
});

/** Both lists as one: newest first, no set twice, the newest ten. */
export function mergeHistory(history: readonly AppliedSet[], other: readonly AppliedSet[]): AppliedSet[] {
  const sets = new Map([...other, ...history].map((set) => [set.appliedAt, set]));
  return [...sets.values()].sort((a, b) => b.appliedAt - a.appliedAt).slice(0, HISTORY_LENGTH);
}

/** The history gets each set that is applied, with the view it was applied in. */
export function recordHistory(startListening: StartListening) {
  startListening({
    actionCreator: filtersApplied,
    effect: ({ payload }, { dispatch, getOriginalState }) => {
      if (payload.filters.length === 0) return;
      const before = getOriginalState();
      const view = { ...viewOf(before), day: dayAfter(before, payload.filters) };
      dispatch(historyMerged([{ ...payload, view }]));
    },
  });
}

export const { presetsMerged, historyMerged } = slice.actions;

type Part = Pick<RootState, "saved">;

export const selectPresets = ({ saved }: Part) => saved.presets;
export const selectHistory = ({ saved }: Part) => saved.history;
export const savedReducer = slice.reducer;
