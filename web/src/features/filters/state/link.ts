import { chartReducer } from "@/features/chart/state/chart-slice";
import { DEFAULT_AMA } from "@/features/signals/state/ama-settings";
import type { RootState, SavedState } from "@/lib/state/hooks";
import { uiReducer } from "@/lib/state/ui-slice";
import { sameJson } from "@/lib/storage/json";
import { isRecord, parsedText } from "@/lib/storage/storage";
import { type Filter, mergeFilters, sameFilter, toConditions } from "./filters";
import { mergeHistory } from "./filters-slice";
import { readWhole } from "./read-filter";
import { readView, type View, viewActions, viewOf, viewWords } from "./view";

/** Parameters by which an address says what is shown. */
export const LINK_PARAMETERS = ["filters", "probabilities", "symbol", "layout", "day", "ama"];

/** What an address asks for; null where it does not say. */
export interface Link extends View {
  filters: Filter[] | null;
  /** What could not be read and was left out, by name; null where all of it could be read. */
  leftOut: string[] | null;
}

/**
 * The address of what the page shows: active filters, open cards, categories, instrument, signals and the day that the
 * open chart draws, be it the latest. `screen` is its path.
 */
export function linkAddress(state: RootState, origin: string, screen = "/dashboard"): string {
  const { probabilities, symbol, layout, ama, ...view } = viewOf(state);
  const day = state.chart.shownDate ?? view.day;
  const query = new URLSearchParams({
    filters: JSON.stringify(toConditions(state.filters.active)),
    probabilities: (probabilities ?? []).join(","),
    ...(symbol !== null && { symbol }),
    layout: JSON.stringify(layout),
    ...(day !== null && { day }),
    ama: JSON.stringify(sameJson(ama?.ama, DEFAULT_AMA) ? { amaOn: ama?.amaOn } : ama),
  });
  return `${origin}${screen}?${query}`;
}

export function readLink(search: string): Link {
  const given = new URLSearchParams(search);
  const { filters, unread } = readConditions(given.get("filters"));
  const { view, unread: parts } = readView({
    probabilities: given.get("probabilities")?.split(",").filter(Boolean),
    symbol: given.get("symbol") || null,
    layout: parsed(given.get("layout")),
    day: given.get("day"),
    ama: parsed(given.get("ama")),
  });
  const isWhole = unread === null && parts.length === 0;
  return { filters, ...view, leftOut: isWhole ? null : [...(unread ?? []), ...viewWords(parts)] };
}

/** A parameter's value; what is no JSON, or stands for nothing, is a text that nothing can be read from. */
const parsed = (text: string | null) => (text === null ? null : (parsedText(text) ?? text));

/** The features that a link names, whose cards are to be seen. */
export function featuresOf({ filters, probabilities }: Link): string[] {
  return [...(filters ?? []).map(({ feature }) => feature), ...(probabilities ?? [])];
}

const LINKED = ["filters", "probabilities", "symbol", "layout", "day", "ama"] as const;

/** A link beats what was kept, part by part (ruling 33); the filters it replaces become the newest of the history. */
export function withLink(saved: SavedState, link: Link, now = Date.now()): SavedState {
  const { ui, filters, chart } = saved;
  if (LINKED.every((part) => link[part] === null)) return saved;
  const actions = viewActions(link);
  return {
    ui: actions.reduce(uiReducer, ui),
    filters: link.filters === null ? filters : replaced(saved, link.filters, now),
    chart: actions.reduce(chartReducer, chart),
  };
}

/** Other filters; those that were set become the newest of the history, with the view they were seen in. */
function replaced(saved: SavedState, active: Filter[], now: number): SavedState["filters"] {
  const { filters } = saved;
  const own = mergeFilters(filters.active, filters.pending);
  const isSame = own.every((filter) => active.some((other) => sameFilter(other, filter)));
  const history = isSame
    ? filters.history
    : mergeHistory([{ filters: own, view: viewOf(saved), appliedAt: now }], filters.history);
  return { ...filters, active, pending: [], history };
}

/**
 * The filters of a text `{feature: {operator, value, by_bar?}}`, null where there is none; `unread` names what could
 * not be read, and is null where all could.
 */
function readConditions(text: string | null): { filters: Filter[] | null; unread: string[] | null } {
  if (text === null) return { filters: null, unread: null };
  const conditions = parsedText(text);
  if (!isRecord(conditions)) return { filters: null, unread: [] };
  const entries = Object.entries(conditions).map(([feature, condition]) =>
    isRecord(condition) ? { ...condition, feature } : { feature },
  );
  const { filters, unread } = readWhole(entries);
  return { filters, unread: unread.length > 0 ? unread : null };
}
