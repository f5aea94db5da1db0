import type { Filter } from "@/lib/filters";
import { emptyFilters, type FiltersState } from "./filters-slice";
import { firstUi, type UiState } from "./ui-slice";

const NAME = "session-almanac";
const FILTERS_MS = 24 * 60 * 60 * 1000;

export interface SavedState {
  ui: UiState;
  filters: FiltersState;
}

interface Stored {
  savedAt: number;
  ui: Omit<UiState, "toasts" | "drawerOpen">;
  filters: Pick<FiltersState, "pending" | "active" | "history">;
}

/** Keep what a person set up under the page's fixed local name; a full or closed storage is no error. */
export function saveState({ ui, filters }: SavedState, now = Date.now()) {
  const { toasts: _toasts, drawerOpen: _drawerOpen, ...kept } = ui;
  const { pending, active, history } = filters;
  const stored: Stored = { savedAt: now, ui: kept, filters: { pending, active, history } };
  try {
    localStorage.setItem(NAME, JSON.stringify(stored));
  } catch (reason) {
    console.error("The page's state was not kept", reason);
  }
}

/** What was kept. Filters come back only if saved less than 24 hours ago and not empty. */
export function loadState(now = Date.now()): SavedState {
  const stored = read();
  if (!stored) return { ui: firstUi, filters: emptyFilters };
  const isRecent = now - stored.savedAt < FILTERS_MS;
  const filters = isRecent ? { ...emptyFilters, ...withLists(stored.filters) } : emptyFilters;
  return { ui: { ...firstUi, ...sameShape(stored.ui, firstUi), toasts: [], drawerOpen: false }, filters };
}

function read(): Stored | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? "null");
    const isWhole = typeof stored === "object" && stored !== null && "ui" in stored && "filters" in stored;
    return isWhole ? (stored as Stored) : null;
  } catch {
    return null;
  }
}

function withLists(filters: Partial<FiltersState>): Partial<FiltersState> {
  const { pending = [], active = [], history = [] } = sameShape(filters, emptyFilters);
  return { pending: pending.filter(isFilter), active: active.filter(isFilter), history };
}

function isFilter(entry: unknown): entry is Filter {
  const filter = entry as Partial<Filter> | null;
  return typeof filter?.feature === "string" && typeof filter.operator === "string" && "value" in filter;
}

/** The entries of `stored` that have the same kind as in `model`; a foreign or older entry is dropped. */
function sameShape<T extends object>(stored: Partial<T>, model: T): Partial<T> {
  const entries = Object.entries(stored).filter(([name, value]) => {
    const expected = model[name as keyof T];
    return Array.isArray(expected)
      ? Array.isArray(value)
      : name in model && (expected === null || typeof value === typeof expected);
  });
  return Object.fromEntries(entries) as Partial<T>;
}
