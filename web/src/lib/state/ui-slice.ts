import { createSlice, nanoid, type PayloadAction } from "@reduxjs/toolkit";
import { type Toast, type ToastKind, withToast } from "@/lib/toasts";

export const CATEGORY_IDS = [
  "GAPS",
  "OR12",
  "OR18",
  "RANGE",
  "BREAKOUTS",
  "GLOBEX",
  "ORCL",
  "REGIME",
  "EOD",
  "DAYDATE",
];

/** Cards whose probability is open at first start (design/features.md section 6). */
const FIRST_OPEN = [
  "gap_class",
  "gap_fill_bar",
  "open_vs_prev_range",
  "or12_range_pct_adr",
  "or12_bo_sides",
  "or12_hod_or_lod_set",
  "gx_bo_sides",
  "gxh_bo_bar",
  "gxl_bo_bar",
];

/** The part of the view that a layout profile saves. */
export interface LayoutSettings {
  selectedCategories: string[];
  categoryOrder: string[];
  expandedCategories: string[];
  showPreviousDayFilters: boolean;
}

export interface UiState extends LayoutSettings {
  theme: "light" | "dark";
  sidebarOpen: boolean;
  /** The sidebar over a narrow page; it starts closed. */
  drawerOpen: boolean;
  activeProbabilityFeatures: string[];
  /** The instrument asked for; null leaves the choice to the server. */
  symbol: string | null;
  /** Whether shortcuts of one key are listened to (WCAG 2.1.4); those with Ctrl or Cmd always are. */
  singleKeyShortcuts: boolean;
  toasts: Toast[];
  /** Ids of the dialogs that stand over the page, the topmost last. */
  modals: string[];
}

export const firstUi: UiState = {
  theme: "light",
  sidebarOpen: true,
  drawerOpen: false,
  selectedCategories: ["GAPS", "OR12", "GLOBEX"],
  categoryOrder: CATEGORY_IDS,
  expandedCategories: ["GAPS", "OR12", "GLOBEX"],
  showPreviousDayFilters: false,
  activeProbabilityFeatures: FIRST_OPEN,
  symbol: null,
  singleKeyShortcuts: true,
  toasts: [],
  modals: [],
};

const toggled = (list: string[], item: string) =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

const slice = createSlice({
  name: "ui",
  initialState: firstUi,
  reducers: {
    themeToggled: (state) => {
      state.theme = state.theme === "light" ? "dark" : "light";
    },
    sidebarToggled: (state) => {
      state.sidebarOpen = !state.sidebarOpen;
    },
    drawerSet: (state, { payload }: PayloadAction<boolean>) => {
      state.drawerOpen = payload;
    },
    /** A section that comes onto the page is open. */
    categoryToggled: (state, { payload }: PayloadAction<string>) => {
      state.selectedCategories = toggled(state.selectedCategories, payload);
      state.expandedCategories = [...new Set([...state.expandedCategories, payload])];
    },
    /** Categories come onto the page, open; those that are there stay. */
    categoriesShown: (state, { payload }: PayloadAction<string[]>) => {
      state.selectedCategories = [...new Set([...state.selectedCategories, ...payload])];
      state.expandedCategories = [...new Set([...state.expandedCategories, ...payload])];
    },
    previousDayFiltersShown: (state) => {
      state.showPreviousDayFilters = true;
    },
    layoutApplied: (state, { payload }: PayloadAction<LayoutSettings>) => ({ ...state, ...payload }),
    categoriesOrdered: (state, { payload }: PayloadAction<string[]>) => {
      state.categoryOrder = payload;
    },
    categoryExpansionToggled: (state, { payload }: PayloadAction<string>) => {
      state.expandedCategories = toggled(state.expandedCategories, payload);
    },
    previousDayFiltersToggled: (state) => {
      state.showPreviousDayFilters = !state.showPreviousDayFilters;
    },
    probabilityToggled: (state, { payload }: PayloadAction<string>) => {
      state.activeProbabilityFeatures = toggled(state.activeProbabilityFeatures, payload);
    },
    probabilityShown: (state, { payload }: PayloadAction<string>) => {
      state.activeProbabilityFeatures = [...new Set([...state.activeProbabilityFeatures, payload])];
    },
    probabilitiesSet: (state, { payload }: PayloadAction<string[]>) => {
      state.activeProbabilityFeatures = payload;
    },
    /** Null gives the choice back to the server. */
    symbolChosen: (state, { payload }: PayloadAction<string | null>) => {
      state.symbol = payload;
    },
    singleKeyShortcutsToggled: (state) => {
      state.singleKeyShortcuts = !state.singleKeyShortcuts;
    },
    /** Opening one that is open brings it to the top. */
    modalOpened: (state, { payload }: PayloadAction<string>) => {
      state.modals = [...state.modals.filter((id) => id !== payload), payload];
    },
    modalClosed: (state, { payload }: PayloadAction<string>) => {
      state.modals = state.modals.filter((id) => id !== payload);
    },
    modalsClosed: (state) => {
      state.modals = [];
    },
    toastAdded: {
      prepare: (type: ToastKind, message: string, duration?: number, place?: Toast["place"]) => ({
        payload: {
          id: nanoid(),
          type,
          message,
          ...(duration !== undefined && { duration }),
          ...(place && { place }),
        },
      }),
      reducer: (state, { payload }: PayloadAction<Toast>) => {
        state.toasts = withToast(state.toasts, payload);
      },
    },
    toastRemoved: (state, { payload }: PayloadAction<string>) => {
      state.toasts = state.toasts.filter((toast) => toast.id !== payload);
    },
  },
  selectors: {
    selectTheme: (state) => state.theme,
    selectSidebarOpen: (state) => state.sidebarOpen,
    selectDrawerOpen: (state) => state.drawerOpen,
    selectSelectedCategories: (state) => state.selectedCategories,
    selectCategoryOrder: (state) => state.categoryOrder,
    selectIsExpanded: (state, category: string) => state.expandedCategories.includes(category),
    selectShowPreviousDay: (state) => state.showPreviousDayFilters,
    selectProbabilityFeatures: (state) => state.activeProbabilityFeatures,
    selectIsProbabilityOn: (state, feature: string) => state.activeProbabilityFeatures.includes(feature),
    selectSymbol: (state) => state.symbol,
    selectSingleKeyShortcuts: (state) => state.singleKeyShortcuts,
    selectToasts: (state) => state.toasts,
    selectModals: (state) => state.modals,
  },
});

export const {
  themeToggled,
  sidebarToggled,
  drawerSet,
  categoryToggled,
  categoriesShown,
  previousDayFiltersShown,
  layoutApplied,
  categoriesOrdered,
  categoryExpansionToggled,
  previousDayFiltersToggled,
  probabilityToggled,
  probabilityShown,
  probabilitiesSet,
  symbolChosen,
  singleKeyShortcutsToggled,
  modalOpened,
  modalClosed,
  modalsClosed,
  toastAdded,
  toastRemoved,
} = slice.actions;
export const {
  selectTheme,
  selectSidebarOpen,
  selectDrawerOpen,
  selectSelectedCategories,
  selectCategoryOrder,
  selectIsExpanded,
  selectShowPreviousDay,
  selectProbabilityFeatures,
  selectIsProbabilityOn,
  selectSymbol,
  selectSingleKeyShortcuts,
  selectToasts,
  selectModals,
} = slice.selectors;
export const uiReducer = slice.reducer;
