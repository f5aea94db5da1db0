import { type Filter, mergeFilters, sameFilter, toConditions } from "@/lib/filters";
import { isRecord, parsedText } from "@/lib/storage";
import { mergeHistory } from "./filters-slice";
import type { RootState } from "./hooks";
import type { SavedState } from "./persistence";
import { readWhole } from "./read-filter";

/** Parameters by which an address says what is shown. */
export const LINK_PARAMETERS = ["filters", "probabilities", "symbol"];

const MOST_CARDS = 200;
const LONGEST_NAME = 100;
const SYMBOL = /^[\w.-]{1,16}$/;

/** What an address asks for; null where it does not say. */
export interface Link {
  filters: Filter[] | null;
  probabilities: string[] | null;
  symbol: string | null;
  /** What could not be read and was left out, by name; null where all of it could be read. */
  leftOut: string[] | null;
}

/** The address of what the page shows: its active filters, its open cards and, where one was chosen, the instrument. */
export function linkAddress({ filters, ui }: RootState, origin: string): string {
  const query = new URLSearchParams({
    filters: JSON.stringify(toConditions(filters.active)),
    probabilities: ui.activeProbabilityFeatures.join(","),
    ...(ui.symbol !== null && { symbol: ui.symbol }),
  });
  return `${origin}/dashboard?${query}`;
}

export function readLink(search: string): Link {
  const given = new URLSearchParams(search);
  const { filters, unread } = readConditions(given.get("filters"));
  const cards = readCards(given.get("probabilities"));
  const symbol = readSymbol(given.get("symbol"));
  const isWhole = unread === null && !cards.isCut && !symbol.isCut;
  return {
    filters,
    probabilities: cards.names,
    symbol: symbol.name,
    leftOut: isWhole ? null : (unread ?? []),
  };
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

/** A link beats what was kept, part by part (ruling 33); the filters it replaces become the newest of the history. */
export function withLink(saved: SavedState, link: Link, now = Date.now()): SavedState {
  const { ui, filters, chart } = saved;
  if (link.filters === null && link.probabilities === null && link.symbol === null) return saved;
  return {
    ui: {
      ...ui,
      activeProbabilityFeatures: link.probabilities ?? ui.activeProbabilityFeatures,
      symbol: link.symbol ?? ui.symbol,
    },
    filters: link.filters === null ? filters : replaced(filters, link.filters, now),
    chart,
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
