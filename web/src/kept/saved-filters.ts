import type { StartListening } from "@/lib/state/hooks";
import { readEntries } from "@/lib/storage/schema";
import { browserStorage, isRecord, parsedText } from "@/lib/storage/storage";
import type { Filter } from "@/question/filters";
import { filtersApplied } from "@/question/filters-slice";
import { type ReadFilters, readDrafts, readWhole } from "@/question/read-filter";
import { dayAfter } from "./chart/chart-day";
import { kept } from "./kept";
import { readView, type View, viewOf } from "./view";

/** Filters and the view they were kept with; sets older than views have none. */
export interface SavedSet {
  filters: Filter[];
  view?: View;
}

/** A set as it was applied; `appliedAt` in milliseconds since the epoch. */
export interface AppliedSet extends SavedSet {
  appliedAt: number;
}

/** Saved sets by the name they were given. */
export type Presets = Record<string, SavedSet>;

/** Presets to keep and names to forget. */
export interface PresetChanges {
  set: Presets;
  gone: string[];
}

/**
 * Presets and history have entries of their own, apart from the page's state, and outlive its 24 hours. They are
 * written by change: what another tab wrote, and what this version cannot read, stays.
 */
const UNREAD = ".unread";

export const LONGEST_PRESET_NAME = 60;
const LATEST_MS = 8.64e15;
const HISTORY_LENGTH = 10;

/** The presets by name: one without a readable filter is none, `unread` names those not read whole. */
export const keptPresets = kept<Presets, string[]>("session-almanac.presets", {
  first: { value: {}, unread: [] },
  read: (stored) => {
    if (!isRecord(stored)) return { value: {}, unread: ["list"] };
    const entries = Object.entries(stored).map(([name, entry]) => ({ name, ...readSaved(entry, readWhole) }));
    const isEmpty = ({ set }: { set: SavedSet }) => set.filters.length === 0;
    return {
      value: Object.fromEntries(
        entries.filter((entry) => !isEmpty(entry)).map(({ name, set }) => [name, set]),
      ),
      unread: entries.filter((entry) => entry.unread.length > 0 || isEmpty(entry)).map(({ name }) => name),
    };
  },
});

/** A set out of unknown JSON and what of it could not be read; before views were kept it was its filters alone. */
export function readSaved(entry: unknown, read: (filters: unknown) => ReadFilters) {
  const given: Record<string, unknown> = isRecord(entry) ? entry : { filters: entry };
  const { filters, unread } = read(given.filters);
  if (given.view === undefined) return { set: { filters } as SavedSet, unread };
  const { view, unread: parts } = readView(isRecord(given.view) ? given.view : {});
  const bad = isRecord(given.view) ? parts : ["view"];
  return { set: { filters, view } as SavedSet, unread: [...unread, ...bad] };
}

/** Keep presets and forget others. False where the browser would not keep the change. */
export function keepPresets({ set, gone }: PresetChanges): boolean {
  const { name } = keptPresets;
  const text = browserStorage.read(name);
  const stored = parsedText(text);
  if (text !== null && !isRecord(stored)) browserStorage.write(name + UNREAD, text);
  const others = Object.entries(isRecord(stored) ? stored : {}).filter(
    ([preset]) => !gone.includes(preset) && !Object.hasOwn(set, preset),
  );
  return keptPresets.put(JSON.stringify(Object.fromEntries([...others, ...Object.entries(set)])));
}

/** The sets that were applied last, newest first; one that cannot be read is left out. */
export const keptHistory = kept<AppliedSet[]>("session-almanac.history", {
  first: { value: [], unread: 0 },
  read: (stored) => {
    const { entries, unread } = readEntries(readSet, Array.isArray(stored) ? stored.slice(0, 100) : null);
    return { value: mergeHistory([], entries), unread };
  },
});

/** Add sets to the history; `keepState` says where the browser would not. */
export const keepHistory = (sets: readonly AppliedSet[]) =>
  keptHistory.keep(mergeHistory(sets, keptHistory.load().value));

/** Both lists as one: newest first, no set twice, the newest ten. */
function mergeHistory(history: readonly AppliedSet[], other: readonly AppliedSet[]): AppliedSet[] {
  const sets = new Map([...other, ...history].map((set) => [set.appliedAt, set]));
  return [...sets.values()].sort((a, b) => b.appliedAt - a.appliedAt).slice(0, HISTORY_LENGTH);
}

/** The history gets each set that is applied, with the view it was applied in. */
export function recordHistory(startListening: StartListening) {
  startListening({
    actionCreator: filtersApplied,
    effect: ({ payload }, { getOriginalState }) => {
      if (payload.filters.length === 0) return;
      const before = getOriginalState();
      const view = { ...viewOf(before), day: dayAfter(before, payload.filters) };
      keepHistory([{ ...payload, view }]);
    },
  });
}

function readSet(entry: unknown): AppliedSet | null {
  if (!isRecord(entry) || typeof entry.appliedAt !== "number") return null;
  const { set } = readSaved(entry, readDrafts);
  const isMoment = Math.abs(entry.appliedAt) <= LATEST_MS;
  return isMoment && set.filters.length > 0 ? { ...set, appliedAt: entry.appliedAt } : null;
}
