import { type EnhancedStore, nanoid } from "@reduxjs/toolkit";
import type { AppDispatch, RootState, SavedState, StartListening } from "@/lib/state/hooks";
import { readUi, storedUi } from "@/lib/state/read-ui";
import { firstUi } from "@/lib/state/ui-slice";
import { browserStorage, isRecord, parsedText, tabStorage } from "@/lib/storage/storage";
import { isAsOf } from "@/question/as-of";
import { emptyFilters } from "@/question/filters-slice";
import { readDrafts, readWhole } from "@/question/read-filter";
import { readChart, storedChart } from "./chart/read-chart";
import { followSlice, keepSlice, refused } from "./kept";
import { preferencesChosen, preferencesRead } from "./preferences/preferences-slice";
import { keptPreferences } from "./preferences/preferences-storage";
import { keptHistory, keptPresets } from "./saved-filters";

const NAME = "session-almanac";
const VERSION = 1;
const FILTERS_MS = 24 * 60 * 60 * 1000;
const PAGE = nanoid();
const SAVE_MS = 300;

/** What was kept, and what of it could not be read and was left out, as a person would name it. */
export interface LoadedState extends SavedState {
  leftOut: string[];
}

/** Keep what a person set up, for every tab and once more for this one; false where the browser would not. */
export function saveState({ ui, filters, chart }: SavedState, now = Date.now()): boolean {
  const { pending, active, aside, pinned } = filters;
  const text = JSON.stringify({
    version: VERSION,
    // A tab takes another's view only where it has none of its own.
    savedBy: PAGE,
    savedAt: now,
    ui: storedUi(ui),
    filters: { pending, active, aside, pinned },
    chart: storedChart(chart),
  });
  tabStorage.write(NAME, text);
  return browserStorage.write(NAME, text);
}

/** What was kept, read entry by entry; filters come back only within 24 hours. */
export function loadState(now = Date.now()): LoadedState {
  const text = ownText();
  const stored = parsedText(text);
  const whole = isRecord(stored) ? stored : {};
  const ui = readView(whole.ui);
  const chart = readChart(whole.chart);
  const filters = readFilters(whole, now);
  const isLost = text !== null && !isRecord(stored);
  const leftOut = [
    ...(isLost || !ui.isWhole ? ["view settings"] : []),
    ...(isLost || !chart.isWhole ? ["chart settings"] : []),
    ...(isLost ? ["filters"] : filters.unread),
    ...keptPresets.load().unread.map((name) => `preset ${name}`),
  ];
  return {
    ui: ui.value,
    filters: { ...emptyFilters, ...filters.value },
    chart: chart.value,
    leftOut,
  };
}

/** A view as it was kept, as of a bar that there is. */
function readView(stored: unknown): ReturnType<typeof readUi> {
  const { value, isWhole } = readUi(stored, firstUi);
  if (isAsOf(value.asOf)) return { value, isWhole };
  return { value: { ...value, asOf: firstUi.asOf }, isWhole: false };
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
  const [pending, active] = [readDrafts(filters.pending), readWhole(filters.active)];
  const aside = readDrafts(filters.aside);
  const isPinned = Array.isArray(filters.pinned);
  const pinned = readWhole(isPinned ? filters.pinned : []);
  const lists = { pending: pending.filters, active: active.filters, aside: aside.filters };
  const value = { ...lists, pinned: isPinned ? pinned.filters : null };
  return { value, unread: [pending, active, aside, pinned].flatMap(({ unread }) => unread) };
}

type Store = Pick<EnhancedStore<RootState>, "getState" | "subscribe"> & { dispatch: AppDispatch };

/** Save what differs from what is `kept`: at once, then at most every 300 ms, and before the page goes. */
export function keepState(store: Store, kept: SavedState) {
  let last = kept;
  let isRefused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const { ui, filters, chart } = store.getState();
    if (ui === last.ui && filters === last.filters && chart === last.chart) return;
    last = { ui, filters, chart };
    const isKept = saveState(last) && !keptHistory.isRefused();
    if (!isKept && !isRefused) store.dispatch(refused("What you set up"));
    isRefused ||= !isKept;
  };
  save();
  store.subscribe(() => {
    timer ??= setTimeout(save, SAVE_MS);
  });
  window.addEventListener("pagehide", save);
}

/** Keep every chosen preference at once. */
export const keepPreferences = (startListening: StartListening) =>
  keepSlice(
    keptPreferences,
    { select: ({ preferences }) => preferences, isChange: preferencesChosen.match, what: "The preference" },
    startListening,
  );

/** A preference that another tab chooses holds here too. */
export const followPreferences = (dispatch: AppDispatch) =>
  followSlice(keptPreferences, preferencesRead, dispatch);
