import { createSelector, createSlice, type PayloadAction, type UnknownAction } from "@reduxjs/toolkit";
import { baseName, DATE_RANGE, DAY_LIST } from "@/api/feature-names";
import { asOfChosen } from "@/lib/state/ui-slice";
import type { AsOf } from "./as-of";
import {
  applied,
  type Condition,
  type Filter,
  featuresIn,
  idOf,
  isComplete,
  isGroup,
  mergeFilters,
  onePerId,
  sameFilter,
} from "./filters";

/** Filters as they were applied; `appliedAt` in milliseconds since the epoch. */
interface AppliedFilters {
  filters: Filter[];
  appliedAt: number;
}

/** The bar of the next question that has all of these filters, which wait for Apply; without any, of every question. */
export interface NextAsOf {
  asOf: AsOf;
  filters: Filter[];
}

export interface FiltersState {
  pending: Filter[];
  active: Filter[];
  /** Filters the catalogue has no use for at present; kept until it has, or until they are discarded. */
  aside: Filter[];
  /** A of a comparison, B being what is active; null while nothing is pinned. */
  pinned: Filter[] | null;
  nextAsOf: NextAsOf | null;
  isApplying: boolean;
  /** The last Apply failed, and what is pending is as it was. */
  hasFailed: boolean;
  /** A batched statistics call is under way; single cards wait for it. */
  isBatching: boolean;
}

export const emptyFilters: FiltersState = {
  pending: [],
  active: [],
  aside: [],
  pinned: null,
  nextAsOf: null,
  isApplying: false,
  hasFailed: false,
  isBatching: false,
};

const without = (filters: Filter[], id: string) => filters.filter((filter) => idOf(filter) !== id);

/** The filter of an id in a list. */
export const filterOf = (filters: readonly Filter[], id: string) =>
  filters.find((filter) => idOf(filter) === id);

/** The condition that a list has on a feature, not counting those in groups. */
export function filterOn(filters: readonly Filter[], feature: string): Condition | undefined {
  const filter = filterOf(filters, feature);
  return filter && !isGroup(filter) ? filter : undefined;
}

function putPending(state: FiltersState, filter: Filter) {
  const id = idOf(filter);
  const active = filterOf(state.active, id);
  const at = state.pending.findIndex((other) => idOf(other) === id);
  state.hasFailed = false;
  if (active && sameFilter(active, filter)) state.pending = without(state.pending, id);
  else if (at >= 0) state.pending[at] = filter;
  else state.pending.push(filter);
}

const withoutApplied = (pending: readonly Filter[], active: readonly Filter[]) =>
  pending.filter((filter) => !active.some((other) => sameFilter(other, applied(filter))));

const isOwn = ({ type }: UnknownAction) => type.startsWith("filters/");

const hasAll = (filters: readonly Filter[], next: NextAsOf) =>
  next.filters.every((filter) => filters.some((other) => sameFilter(other, filter)));

/** As of when filters are asked: by the bar that waits for them, else by that of the page. */
export const asOfWith = (filters: readonly Filter[], next: NextAsOf | null, own: AsOf): AsOf =>
  next && hasAll(filters, next) ? next.asOf : own;

const slice = createSlice({
  name: "filters",
  initialState: emptyFilters,
  reducers: {
    filterEdited: (state, { payload }: PayloadAction<Filter>) => putPending(state, payload),
    /** A pending filter in the place of another: a group of a condition, a condition of another day. */
    filterReplaced: (state, { payload }: PayloadAction<{ id: string; filter: Filter }>) => {
      const { replaces: _, ...filter } = payload.filter;
      const before = filterOf(state.pending, payload.id);
      const replaces = filterOf(state.active, payload.id) ? payload.id : before?.replaces;
      const isOther = replaces !== undefined && replaces !== idOf(filter);
      const next = isOther ? { ...filter, replaces } : filter;
      const inPlace = state.pending.map((other) => (idOf(other) === payload.id ? next : other));
      state.pending = onePerId(inPlace);
      putPending(state, next);
    },
    pendingRemoved: (state, { payload }: PayloadAction<string>) => {
      state.pending = without(state.pending, payload);
      state.hasFailed = false;
    },
    pendingCleared: (state) => {
      state.pending = [];
      state.hasFailed = false;
    },
    /** A preset or an earlier set is put on the cards; what else is pending stays. */
    filtersLoaded: (state, { payload }: PayloadAction<Filter[]>) => {
      for (const filter of payload) putPending(state, filter);
    },
    batchStarted: (state, { payload }: PayloadAction<{ applying: boolean }>) => {
      state.isBatching = true;
      if (!payload.applying) return;
      state.isApplying = true;
      state.hasFailed = false;
    },
    /** Single cards stop waiting; the batch itself goes on. */
    cardsReleased: (state) => {
      state.isBatching = false;
    },
    /** New data's batch that ends while an Apply is under way does not end the Apply. */
    batchEnded: (state, { payload }: PayloadAction<{ applying: boolean; failed: boolean }>) => {
      state.isBatching = false;
      if (!payload.applying) return;
      state.isApplying = false;
      state.hasFailed = payload.failed;
    },
    /** The server answered for these filters: they are what the page now shows, and the batch is over. */
    filtersApplied: (state, { payload }: PayloadAction<AppliedFilters>) => {
      state.isBatching = false;
      state.isApplying = false;
      state.active = payload.filters;
      state.pending = withoutApplied(state.pending, payload.filters);
    },
    /** Filters that were shown before, for which nobody pressed Apply. */
    filtersShown: (state, { payload }: PayloadAction<Filter[]>) => {
      state.active = payload;
      state.pending = withoutApplied(state.pending, payload);
      state.nextAsOf = null;
    },
    /** Filters on features the caller does not see cannot be sent; they are not lost either. */
    filtersSetAside: (state, { payload }: PayloadAction<Filter[]>) => {
      const stays = (filter: Filter) => !payload.some((gone) => sameFilter(gone, filter));
      state.pending = state.pending.filter(stays);
      state.active = state.active.filter(stays);
      state.aside = mergeFilters(state.aside, payload);
    },
    /** The catalogue has a use for these again. */
    asideReturned: (state, { payload }: PayloadAction<Filter[]>) => {
      for (const filter of payload) {
        state.aside = without(state.aside, idOf(filter));
        if (!filterOf(state.pending, idOf(filter))) putPending(state, filter);
      }
    },
    asOfQueued: (state, { payload }: PayloadAction<NextAsOf | null>) => {
      state.nextAsOf = payload;
    },
    questionPinned: (state, { payload }: PayloadAction<Filter[] | null>) => {
      state.pinned = payload;
    },
    asideDiscarded: (state, { payload }: PayloadAction<string>) => {
      state.aside = without(state.aside, payload);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(asOfChosen, (state) => {
        state.nextAsOf = null;
      })
      .addMatcher(isOwn, (state) => {
        const { active, pending, nextAsOf } = state;
        if (nextAsOf && !hasAll([...active, ...pending], nextAsOf)) state.nextAsOf = null;
        const isVoid = (filter: Filter) => filter.removed && !filterOf(active, idOf(filter));
        if (pending.some(isVoid)) state.pending = pending.filter((filter) => !isVoid(filter));
      });
  },
});

/** The active filters once those that are pending and complete are applied. */
export function nextActive(state: FiltersState): Filter[] {
  return mergeFilters([], mergeFilters(state.active, state.pending.filter(isComplete)).map(applied));
}

export const {
  filterEdited,
  filterReplaced,
  pendingRemoved,
  pendingCleared,
  batchStarted,
  cardsReleased,
  batchEnded,
  filtersApplied,
  filtersShown,
  filtersLoaded,
  filtersSetAside,
  asideReturned,
  asideDiscarded,
  asOfQueued,
  questionPinned,
} = slice.actions;

type Part = { filters: FiltersState };

export const selectPending = ({ filters }: Part) => filters.pending;
export const selectActive = ({ filters }: Part) => filters.active;
/** The bar that was chosen and is being asked for; null where none is, or a set's waits. */
export const selectQueuedAsOf = ({ filters: { nextAsOf } }: Part) =>
  nextAsOf?.filters.length === 0 ? nextAsOf.asOf : null;
/** The bar of a set whose filters wait for Apply, which it is asked with; null where none waits. */
export const selectWaitingAsOf = ({ filters: { nextAsOf } }: Part) =>
  nextAsOf?.filters.length ? nextAsOf.asOf : null;
export const selectPinned = ({ filters }: Part) => filters.pinned;
export const selectAside = ({ filters }: Part) => filters.aside;
export const selectIsApplying = ({ filters }: Part) => filters.isApplying;
export const selectPendingCount = ({ filters }: Part) => filters.pending.filter(isComplete).length;
/** What Apply would make active. */
export const selectNextActive = createSelector([({ filters }: Part) => filters], nextActive);
/** The enabled features, which a list of days shows first: those the active filters are set on, twins by name. */
export const selectEnabledFeatures = createSelector([selectActive], (active) => [
  ...new Set(
    active
      .flatMap(featuresIn)
      .filter((feature) => feature !== DATE_RANGE && feature !== DAY_LIST)
      .map(baseName),
  ),
]);
export const filtersReducer = slice.reducer;
