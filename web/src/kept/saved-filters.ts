import { browserStorage, isRecord, parsedText } from "@/lib/storage/storage";
import { type ReadFilters, readDrafts, readWhole } from "@/question/read-filter";
import {
  type AppliedSet,
  mergeHistory,
  type PresetChanges,
  type Presets,
  type SavedSet,
} from "./saved-slice";
import { readView } from "./view";

/**
 * Presets and history have entries of their own, apart from the page's state, and outlive its 24 hours. They are
 * written by change: what another tab wrote, and what this version cannot read, stays.
 */
export const PRESETS = "session-almanac.presets";
export const HISTORY = "session-almanac.history";
const UNREAD = ".unread";

export const LONGEST_PRESET_NAME = 60;
const LATEST_MS = 8.64e15;

export const readPresets = () => presetsIn(browserStorage.read(PRESETS));

/** The presets in a text of the storage; a preset without one readable filter is none, `unread` names those not read whole. */
function presetsIn(text: string | null): { presets: Presets; unread: string[] } {
  const stored = parsedText(text);
  if (!isRecord(stored)) return { presets: {}, unread: text === null ? [] : ["list"] };
  const entries = Object.entries(stored).map(([name, entry]) => ({ name, ...readSaved(entry, readWhole) }));
  return {
    presets: Object.fromEntries(
      entries.filter(({ set }) => set.filters.length > 0).map(({ name, set }) => [name, set]),
    ),
    unread: entries
      .filter(({ set, unread }) => unread.length > 0 || set.filters.length === 0)
      .map(({ name }) => name),
  };
}

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
  const text = browserStorage.read(PRESETS);
  const stored = parsedText(text);
  if (text !== null && !isRecord(stored)) browserStorage.write(PRESETS + UNREAD, text);
  const others = Object.entries(isRecord(stored) ? stored : {}).filter(
    ([name]) => !gone.includes(name) && !Object.hasOwn(set, name),
  );
  return browserStorage.write(
    PRESETS,
    JSON.stringify(Object.fromEntries([...others, ...Object.entries(set)])),
  );
}

/** What another tab changed, by the entry's texts before and after. */
export function presetChanges(before: string | null, after: string | null): PresetChanges {
  const { presets } = presetsIn(after);
  return {
    set: presets,
    gone: Object.keys(presetsIn(before).presets).filter((name) => !Object.hasOwn(presets, name)),
  };
}

export const readHistory = () => historyIn(browserStorage.read(HISTORY));

/** The applied sets in a text of the storage; one that cannot be read is left out. */
export function historyIn(text: string | null): AppliedSet[] {
  const stored = parsedText(text);
  const sets = Array.isArray(stored) ? stored.slice(0, 100).map(readSet) : [];
  return mergeHistory(
    [],
    sets.filter((set) => set !== null),
  );
}

/** False where the browser would not keep it. */
export const keepHistory = (history: readonly AppliedSet[]) =>
  browserStorage.write(HISTORY, JSON.stringify(mergeHistory(history, readHistory())));

function readSet(entry: unknown): AppliedSet | null {
  if (!isRecord(entry) || typeof entry.appliedAt !== "number") return null;
  const { set } = readSaved(entry, readDrafts);
  const isMoment = Math.abs(entry.appliedAt) <= LATEST_MS;
  return isMoment && set.filters.length > 0 ? { ...set, appliedAt: entry.appliedAt } : null;
}
