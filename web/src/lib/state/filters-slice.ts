import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { baseName, DATE_RANGE, type Filter, isComplete, mergeFilters, sameFilter } from "@/lib/filters";

const HISTORY_LENGTH = 10;

/** A set of filters as it was applied; `appliedAt` in milliseconds since the epoch. */
export interface AppliedSet {
  filters: Filter[];
  appliedAt: number;
}

export interface FiltersState {
  pending: Filter[];
  active: Filter[];
  history: AppliedSet[];
  isApplying: boolean;
  /** A batched statistics call is under way; single cards wait for it. */
  isBatching: boolean;
}

export const emptyFilters: FiltersState = {
  pending: [],
  active: [],
  history: [],
  isApplying: false,
  isBatching: false,
};

const without = (filters: Filter[], feature: string) =>
  filters.filter((filter) => filter.feature !== feature);

function putPending(state: FiltersState, filter: Filter) {
  const active = state.active.find((other) => other.feature === filter.feature);
  const at = state.pending.findIndex((other) => other.feature === filter.feature);
  if (active && sameFilter(active, filter)) state.pending = without(state.pending, filter.feature);
  else if (at >= 0) state.pending[at] = filter;
  else state.pending.push(filter);
}

const slice = createSlice({
  name: "filters",
  initialState: emptyFilters,
  reducers: {
    filterEdited: (state, { payload }: PayloadAction<Filter>) => putPending(state, payload),
    pendingRemoved: (state, { payload }: PayloadAction<string>) => {
      state.pending = without(state.pending, payload);
    },
    pendingCleared: (state) => {
      state.pending = [];
    },
    batchStarted: (state, { payload }: PayloadAction<{ applying: boolean }>) => {
      state.isBatching = true;
      state.isApplying = payload.applying;
    },
    /** Single cards stop waiting; the batch itself goes on. */
    guardLifted: (state) => {
      state.isBatching = false;
    },
    batchEnded: (state) => {
      state.isBatching = false;
      state.isApplying = false;
    },
    /** The server answered for these filters: they are what the page now shows. */
    filtersApplied: (state, { payload }: PayloadAction<AppliedSet>) => {
      state.active = payload.filters;
      state.pending = state.pending.filter(
        (filter) => !payload.filters.some((applied) => sameFilter(applied, filter)),
      );
      if (payload.filters.length > 0) state.history = [payload, ...state.history].slice(0, HISTORY_LENGTH);
    },
    /** Filters on features the caller does not see cannot be shown or sent. */
    filtersPruned: (state, { payload }: PayloadAction<string[]>) => {
      const unseen = unseenOf(state, payload);
      if (unseen.length === 0) return;
      state.pending = state.pending.filter(({ feature }) => !unseen.includes(feature));
      state.active = state.active.filter(({ feature }) => !unseen.includes(feature));
    },
  },
  selectors: {
    selectPending: (state) => state.pending,
    selectActive: (state) => state.active,
    selectIsApplying: (state) => state.isApplying,
    selectIsBatching: (state) => state.isBatching,
    selectPendingOf: (state, feature: string) => state.pending.find((filter) => filter.feature === feature),
    selectActiveOf: (state, feature: string) => state.active.find((filter) => filter.feature === feature),
    selectPendingCount: (state) => state.pending.filter(isComplete).length,
  },
});

/** The features that filters are set on and the caller, who sees `features`, does not see. */
export function unseenOf({ pending, active }: FiltersState, features: readonly string[]): string[] {
  const seen = new Set([...features, DATE_RANGE]);
  const filtered = mergeFilters(active, pending).map(({ feature }) => feature);
  return filtered.filter((feature) => !seen.has(baseName(feature)));
}

/** What Apply would make active. */
export function nextActive(state: FiltersState): Filter[] {
  return mergeFilters(state.active, state.pending.filter(isComplete));
}

export const {
  filterEdited,
  pendingRemoved,
  pendingCleared,
  batchStarted,
  guardLifted,
  batchEnded,
  filtersApplied,
  filtersPruned,
} = slice.actions;
export const {
  selectPending,
  selectActive,
  selectIsApplying,
  selectIsBatching,
  selectPendingOf,
  selectActiveOf,
  selectPendingCount,
} = slice.selectors;
export const filtersReducer = slice.reducer;
