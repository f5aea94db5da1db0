import { DEFAULT_AMA } from "@/lib/ama-settings";
import { type Filter, mergeFilters, sameFilter, toConditions } from "@/lib/filters";
import { isDay } from "@/lib/format";
import { sameJson } from "@/lib/json";
import { readAmaSettings } from "@/lib/read-ama-settings";
import { isRecord, parsedText } from "@/lib/storage";
import type { ChartState } from "./chart-slice";
import { mergeHistory } from "./filters-slice";
import type { RootState } from "./hooks";
import type { SavedState } from "./persistence";
import { readWhole } from "./read-filter";
import { readUi } from "./read-ui";
import { firstUi, type LayoutSettings } from "./ui-slice";

/** Parameters by which an address says what is shown. */
export const LINK_PARAMETERS = ["filters", "probabilities", "symbol", "layout", "day", "ama"];

const MOST_CARDS = 200;
const LONGEST_NAME = 100;
const LAYOUT = [
  "selectedCategories",
  "categoryOrder",
  "expandedCategories",
  "showPreviousDayFilters",
] as const satisfies readonly (keyof LayoutSettings)[];
const SYMBOL = /^[\w.-]{1,16}$/;

/** What an address asks for; null where it does not say. */
export interface Link {
  filters: Filter[] | null;
  probabilities: string[] | null;
  symbol: string | null;
  /** Which categories are shown, in which order, and whether previous-day filters are. */
  layout: LayoutSettings | null;
  /** The chart's day as an ISO date. */
  day: string | null;
  /** Whether the chart is painted by signals, and by which settings. */
  ama: Pick<ChartState, "amaOn" | "ama"> | null;
  /** What could not be read and was left out, by name; null where all of it could be read. */
  leftOut: string[] | null;
}

/**
 * The address of what the page shows: active filters, open cards, categories, chart day and signals and, where one
 * was chosen, the instrument. `screen` is its path.
 */
export function linkAddress(
  { filters, ui, chart }: RootState,
  origin: string,
  screen = "/dashboard",
): string {
  const layout = Object.fromEntries(LAYOUT.map((name) => [name, ui[name]]));
  const query = new URLSearchParams({
    filters: JSON.stringify(toConditions(filters.active)),
    probabilities: ui.activeProbabilityFeatures.join(","),
    ...(ui.symbol !== null && { symbol: ui.symbol }),
    layout: JSON.stringify(layout),
    ...(chart.selectedDate !== null && { day: chart.selectedDate }),
    ama: JSON.stringify({ amaOn: chart.amaOn, ...(!sameJson(chart.ama, DEFAULT_AMA) && { ama: chart.ama }) }),
  });
  return `${origin}${screen}?${query}`;
}

export function readLink(search: string): Link {
  const given = new URLSearchParams(search);
  const { filters, unread } = readConditions(given.get("filters"));
  const cards = readCards(given.get("probabilities"));
  const symbol = readSymbol(given.get("symbol"));
  const view = readView(given);
  const isWhole = unread === null && !cards.isCut && !symbol.isCut && view.unread.length === 0;
  return {
    filters,
    probabilities: cards.names,
    symbol: symbol.name,
    ...view.value,
    leftOut: isWhole ? null : [...(unread ?? []), ...view.unread],
  };
}

/** How the page looks beside its filters and cards; `unread` names what is there and cannot be read. */
function readView(given: URLSearchParams) {
  const day = given.get("day");
  const value = {
    layout: readLayout(given.get("layout")),
    day: day !== null && isDay(day) ? day : null,
    ama: readAma(given.get("ama")),
  };
  const names = { layout: "layout", day: "day", ama: "AMA settings" };
  const unread = (["layout", "day", "ama"] as const).filter(
    (part) => given.has(part) && value[part] === null,
  );
  return { value, unread: unread.map((part) => names[part]) };
}

function readLayout(text: string | null): LayoutSettings | null {
  const given = parsedText(text);
  if (!isRecord(given) || !LAYOUT.every((name) => Object.hasOwn(given, name))) return null;
  const { value, isWhole } = readUi(Object.fromEntries(LAYOUT.map((name) => [name, given[name]])), firstUi);
  if (!isWhole) return null;
  const { selectedCategories, categoryOrder, expandedCategories, showPreviousDayFilters } = value;
  return { selectedCategories, categoryOrder, expandedCategories, showPreviousDayFilters };
}

function readAma(text: string | null): Link["ama"] {
  const given = parsedText(text);
  if (!isRecord(given) || typeof given.amaOn !== "boolean") return null;
  const ama = given.ama === undefined ? DEFAULT_AMA : readAmaSettings(given.ama);
  return ama && { amaOn: given.amaOn, ama };
}

/** The features that a link names, whose cards are to be seen. */
export function featuresOf({ filters, probabilities }: Link): string[] {
  return [...(filters ?? []).map(({ feature }) => feature), ...(probabilities ?? [])];
}

function readCards(text: string | null) {
  const asked = text?.split(",").filter(Boolean) ?? null;
  const names = asked?.filter((name) => name.length <= LONGEST_NAME).slice(0, MOST_CARDS) ?? null;
  return { names, isCut: names?.length !== asked?.length };
}

function readSymbol(text: string | null) {
  const isCut = Boolean(text) && !SYMBOL.test(text ?? "");
  return { name: isCut ? null : text || null, isCut };
}

const LINKED = ["filters", "probabilities", "symbol", "layout", "day", "ama"] as const;

/** A link beats what was kept, part by part (ruling 33); the filters it replaces become the newest of the history. */
export function withLink(saved: SavedState, link: Link, now = Date.now()): SavedState {
  const { ui, filters, chart } = saved;
  if (LINKED.every((part) => link[part] === null)) return saved;
  return {
    ui: {
      ...ui,
      ...link.layout,
      activeProbabilityFeatures: link.probabilities ?? ui.activeProbabilityFeatures,
      symbol: link.symbol ?? ui.symbol,
    },
    filters: link.filters === null ? filters : replaced(filters, link.filters, now),
    chart: { ...chart, ...link.ama, selectedDate: link.day ?? chart.selectedDate },
  };
}

function replaced(filters: SavedState["filters"], active: Filter[], now: number): SavedState["filters"] {
  const own = mergeFilters(filters.active, filters.pending);
  const isSame = own.every((filter) => active.some((other) => sameFilter(other, filter)));
  const history = isSame
    ? filters.history
    : mergeHistory([{ filters: own, appliedAt: now }], filters.history);
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
