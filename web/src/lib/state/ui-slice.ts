import { createSlice, nanoid, type PayloadAction } from "@reduxjs/toolkit";
import { type Toast, type ToastKind, withToast } from "@/lib/toasts";

export const CATEGORY_IDS = [
  "GAPS",
  "OR12",
  "OR6",
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
export const FIRST_OPEN = [
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

/** How the dashboard stands: all cards by category, or what is set beside what is open. */
export type DashboardView = "all" | "focus";

/** The theme as chosen; "system" follows the system's. */
export type Theme = "light" | "dark" | "system";

export interface UiState extends LayoutSettings {
  theme: Theme;
  view: DashboardView;
  sidebarOpen: boolean;
  /** The sidebar over a narrow page; it starts closed. */
  drawerOpen: boolean;
  activeProbabilityFeatures: string[];
  /** Cards that show their event by period, hour and bar beside its curve. */
  moduleFeatures: string[];
  /** The feature whose answer stays in sight in one line; empty is the first open card. */
  pinnedFeature: string;
  /** The instrument asked for; null leaves the choice to the server. */
  symbol: string | null;
  /** As of when is asked (question/as-of): `day`, `pre`, `open`, `b12`. */
  asOf: string;
  /** Whether shortcuts of one key are listened to (WCAG 2.1.4); those with Ctrl or Cmd always are. */
  singleKeyShortcuts: boolean;
  toasts: Toast[];
  /** Ids of the dialogs that stand over the page, the topmost last. */
  modals: string[];
  /** A link that the clipboard refused; its dialog shows it. */
  refusedLink: string | null;
}

export const firstUi: UiState = {
  theme: "light",
  view: "all",
  sidebarOpen: true,
  drawerOpen: false,
  selectedCategories: ["GAPS", "OR12", "GLOBEX"],
  categoryOrder: CATEGORY_IDS,
  expandedCategories: ["GAPS", "OR12", "GLOBEX"],
  showPreviousDayFilters: false,
  activeProbabilityFeatures: FIRST_OPEN,
  moduleFeatures: [],
  pinnedFeature: "gap_fill_bar",
  symbol: null,
  asOf: "day",
  singleKeyShortcuts: true,
  toasts: [],
  modals: [],
  refusedLink: null,
};

type Lists = "selectedCategories" | "expandedCategories" | "activeProbabilityFeatures" | "moduleFeatures";

const set =
  <Name extends keyof UiState>(name: Name) =>
  (state: UiState, { payload }: PayloadAction<UiState[Name]>) => {
    state[name] = payload;
  };

const switched =
  (name: "sidebarOpen" | "showPreviousDayFilters" | "singleKeyShortcuts") => (state: UiState) => {
    state[name] = !state[name];
  };

/** Takes the item out of the list, or adds it. */
const toggled =
  (name: Lists) =>
  (state: UiState, { payload }: PayloadAction<string>) => {
    const others = state[name].filter((other) => other !== payload);
    state[name] = others.length < state[name].length ? others : [...others, payload];
  };

const united = (list: string[], items: string[]) => [...new Set([...list, ...items])];

const slice = createSlice({
  name: "ui",
  initialState: firstUi,
  reducers: {
    themeChosen: set("theme"),
    /** Focus has the sidebar's conditions on the page: the sidebar folds away, and comes back with all features. */
    viewChosen: (state, { payload }: PayloadAction<DashboardView>) => {
      if (state.view === payload) return;
      state.view = payload;
      state.sidebarOpen = payload === "all";
    },
    sidebarToggled: switched("sidebarOpen"),
    drawerSet: set("drawerOpen"),
    /** A section that comes onto the page is open. */
    categoryToggled: (state, action: PayloadAction<string>) => {
      toggled("selectedCategories")(state, action);
      state.expandedCategories = united(state.expandedCategories, [action.payload]);
    },
    /** Categories come onto the page, open; those that are there stay. */
    categoriesShown: (state, { payload }: PayloadAction<string[]>) => {
      state.selectedCategories = united(state.selectedCategories, payload);
      state.expandedCategories = united(state.expandedCategories, payload);
    },
    layoutApplied: (state, { payload }: PayloadAction<LayoutSettings>) => ({ ...state, ...payload }),
    categoriesOrdered: set("categoryOrder"),
    categoryExpansionToggled: toggled("expandedCategories"),
    previousDayFiltersShown: (state) => {
      state.showPreviousDayFilters = true;
    },
    previousDayFiltersToggled: switched("showPreviousDayFilters"),
    probabilityToggled: toggled("activeProbabilityFeatures"),
    modulesToggled: toggled("moduleFeatures"),
    probabilityShown: (state, { payload }: PayloadAction<string>) => {
      state.activeProbabilityFeatures = united(state.activeProbabilityFeatures, [payload]);
    },
    probabilitiesSet: set("activeProbabilityFeatures"),
    /** No card is open, so none is pinned: the next one that opens is told of. */
    probabilitiesCleared: (state) => {
      state.activeProbabilityFeatures = [];
      state.pinnedFeature = "";
    },
    /** Cards that were cleared come back, and which of them was pinned. */
    probabilitiesRestored: (
      state,
      { payload }: PayloadAction<Pick<UiState, "activeProbabilityFeatures" | "pinnedFeature">>,
    ) => ({ ...state, ...payload }),
    featurePinned: set("pinnedFeature"),
    /** Null gives the choice back to the server. */
    symbolChosen: set("symbol"),
    asOfChosen: set("asOf"),
    singleKeyShortcutsToggled: switched("singleKeyShortcuts"),
    /** Opening one that is open brings it to the top. */
    modalOpened: (state, { payload }: PayloadAction<string>) => {
      state.modals = [...state.modals.filter((id) => id !== payload), payload];
    },
    modalClosed: (state, { payload }: PayloadAction<string>) => {
      state.modals = state.modals.filter((id) => id !== payload);
    },
    /** The clipboard did not take a link: it is shown, to be copied by hand. */
    linkRefused: (state, { payload }: PayloadAction<string>) => {
      state.refusedLink = payload;
      state.modals = [...state.modals.filter((id) => id !== "link"), "link"];
    },
    modalsClosed: (state) => {
      state.modals = [];
    },
    toastAdded: {
      prepare: (type: ToastKind, message: string, duration?: number, place?: Toast["place"]) => ({
        payload: { id: nanoid(), type, message, duration, place },
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
    selectIsExpanded: (state, category: string) => state.expandedCategories.includes(category),
    selectShowsModules: (state, feature: string) => state.moduleFeatures.includes(feature),
    selectIsProbabilityOn: (state, feature: string) => state.activeProbabilityFeatures.includes(feature),
  },
});

export const {
  themeChosen,
  viewChosen,
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
  modulesToggled,
  probabilityShown,
  probabilitiesSet,
  probabilitiesCleared,
  probabilitiesRestored,
  featurePinned,
  asOfChosen,
  symbolChosen,
  singleKeyShortcutsToggled,
  modalOpened,
  modalClosed,
  linkRefused,
  modalsClosed,
  toastAdded,
  toastRemoved,
} = slice.actions;
export const { selectIsExpanded, selectIsProbabilityOn, selectShowsModules } = slice.selectors;
export const uiReducer = slice.reducer;

const TOOL_TOAST_MS = 5000;

/** What a tool of the chart says: five seconds, at the top right. */
export function toolToast(message: string, type: ToastKind = "blank") {
  return toastAdded(type, message, TOOL_TOAST_MS, "top");
}
