import { nanoid } from "@reduxjs/toolkit";
import { readChart, type StoredChart, storedChart } from "@/features/chart/state/read-chart";
import { emptyFilters, type FiltersState } from "@/features/filters/state/filters-slice";
import { type ReadFilters, readDrafts, readWhole } from "@/features/filters/state/read-filter";
import { readHistory, readPresets } from "@/features/filters/state/saved-filters";
import type { SavedState } from "@/lib/state/hooks";
import { readUi, type StoredUi, storedUi } from "@/lib/state/read-ui";
import { firstUi } from "@/lib/state/ui-slice";
import { browserStorage, isRecord, parsedText, tabStorage } from "@/lib/storage/storage";

const NAME = "session-almanac";
const VERSION = 1;
const FILTERS_MS = 24 * 60 * 60 * 1000;
const PAGE = nanoid();

/** What was kept, and what of it could not be read and was left out, as a person would name it. */
export interface LoadedState extends SavedState {
  leftOut: string[];
}

interface Stored {
  version: number;
  /** The page that wrote this; a tab takes another's view only where it has none of its own. */
  savedBy: string;
  savedAt: number;
  ui: StoredUi;
  filters: Pick<FiltersState, "pending" | "active" | "aside">;
  chart: StoredChart;
}

/**
 * Keep what a person set up under the page's fixed local name, and in the tab, which another tab's page does not
 * overwrite. False where the browser would not keep it.
 */
export function saveState({ ui, filters, chart }: SavedState, now = Date.now()): boolean {
  const { pending, active, aside } = filters;
  const stored: Stored = {
    version: VERSION,
    savedBy: PAGE,
    savedAt: now,
    ui: storedUi(ui),
    filters: { pending, active, aside },
    chart: storedChart(chart),
  };
  const text = JSON.stringify(stored);
  tabStorage.write(NAME, text);
  return browserStorage.write(NAME, text);
}

/**
 * What was kept. Filters come back only if saved less than 24 hours ago and not empty; presets and history are
 * saved things and stay. Whatever another version, a hand or an attacker wrote is read entry by entry.
 */
export function loadState(now = Date.now()): LoadedState {
  const text = ownText();
  const stored = parsedText(text);
  const whole = isRecord(stored) ? stored : {};
  const ui = readUi(whole.ui, firstUi);
  const chart = readChart(whole.chart);
  const filters = readFilters(whole, now);
  const presets = readPresets();
  const isLost = text !== null && !isRecord(stored);
  const leftOut = [
    ...(isLost || !ui.isWhole ? ["view settings"] : []),
    ...(isLost || !chart.isWhole ? ["chart settings"] : []),
    ...(isLost ? ["filters"] : filters.unread),
    ...presets.unread.map((name) => `preset ${name}`),
  ];
  return {
    ui: ui.value,
    filters: { ...emptyFilters, ...filters.value, presets: presets.presets, history: readHistory() },
    chart: chart.value,
    leftOut,
  };
}

/** The tab's own text where another tab has written since, else the browser's. */
function ownText(): string | null {
  const [own, shared] = [tabStorage.read(NAME), browserStorage.read(NAME)];
  const [mine, theirs] = [writerOf(own), writerOf(shared)];
  return mine !== null && theirs !== null && mine !== theirs ? own : shared;
}

function writerOf(text: string | null): string | null {
  const stored = parsedText(text);
  return isRecord(stored) && typeof stored.savedBy === "string" ? stored.savedBy : null;
}

function readFilters({ savedAt, filters }: Record<string, unknown>, now: number) {
  const isRecent = typeof savedAt === "number" && now - savedAt < FILTERS_MS;
  if (!isRecent || filters === undefined) return { value: {}, unread: [] };
  if (!isRecord(filters)) return { value: {}, unread: ["filters"] };
  const parts: Record<"pending" | "active" | "aside", ReadFilters> = {
    pending: readDrafts(filters.pending),
    active: readWhole(filters.active),
    aside: readDrafts(filters.aside),
  };
  const value = {
    pending: parts.pending.filters,
    active: parts.active.filters,
    aside: parts.aside.filters,
  };
  return { value, unread: Object.values(parts).flatMap(({ unread }) => unread) };
}
