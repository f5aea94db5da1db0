import { type Filter, isComplete, OPERATOR_WORDS, toConditions } from "@/lib/filters";
import type { RootState } from "./hooks";
import type { SavedState } from "./persistence";

/** Parameters by which an address says what is shown. */
export const LINK_PARAMETERS = ["filters", "probabilities", "symbol"];

const LAST_BAR = 81;

/** What an address asks for; null where it does not say. */
export interface Link {
  filters: Filter[] | null;
  probabilities: string[] | null;
  symbol: string | null;
  /** Whether something in it could not be read and was left out. */
  isBroken: boolean;
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
  const text = given.get("filters");
  const conditions = text === null ? {} : readObject(text);
  const filters = Object.entries(conditions ?? {}).map(([feature, condition]) =>
    readFilter(feature, condition),
  );
  const whole = filters.filter((filter) => filter !== null);
  return {
    filters: text === null || conditions === null ? null : whole,
    probabilities: given.get("probabilities")?.split(",").filter(Boolean) ?? null,
    symbol: given.get("symbol") || null,
    isBroken: conditions === null || whole.length < filters.length,
  };
}

/** A link beats what was kept, part by part (ruling 33). */
export function withLink(saved: SavedState, link: Link): SavedState {
  const { ui, filters } = saved;
  if (link.filters === null && link.probabilities === null && link.symbol === null) return saved;
  return {
    ui: {
      ...ui,
      activeProbabilityFeatures: link.probabilities ?? ui.activeProbabilityFeatures,
      symbol: link.symbol ?? ui.symbol,
    },
    filters: link.filters === null ? filters : { ...filters, active: link.filters, pending: [] },
  };
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** The filter a condition stands for, or null where it is none that could be sent. */
function readFilter(feature: string, condition: unknown): Filter | null {
  if (!isObject(condition)) return null;
  const { operator, value, by_bar } = condition;
  const isCondition =
    typeof operator === "string" && Object.hasOwn(OPERATOR_WORDS, operator) && isValue(value);
  if (!isCondition || !(by_bar === undefined || isBar(by_bar))) return null;
  const filter = { feature, operator, value, ...(by_bar !== undefined && { by_bar }) } as Filter;
  return isComplete(filter) ? filter : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isValue(value: unknown): boolean {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts.every((part) => ["boolean", "number", "string"].includes(typeof part));
}

function isBar(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LAST_BAR;
}
