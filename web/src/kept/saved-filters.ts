import { readEntries } from "@/lib/storage/schema";
import { browserStorage, isRecord, parsedText } from "@/lib/storage/storage";
import { type ReadFilters, readDrafts, readWhole } from "@/question/read-filter";
import { kept } from "./kept";
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
const UNREAD = ".unread";

export const LONGEST_PRESET_NAME = 60;
const LATEST_MS = 8.64e15;

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
  return browserStorage.write(name, JSON.stringify(Object.fromEntries([...others, ...Object.entries(set)])));
}

/** What another tab changed, by the entry's texts before and after. */
export function presetChanges(before: string | null, after: string | null): PresetChanges {
  const set = keptPresets.parse(after).value;
  const gone = Object.keys(keptPresets.parse(before).value).filter((name) => !Object.hasOwn(set, name));
  return { set, gone };
}

/** The applied sets; one that cannot be read is left out. */
export const keptHistory = kept<AppliedSet[]>("session-almanac.history", {
  first: { value: [], unread: 0 },
  read: (stored) => {
    const { entries, unread } = readEntries(readSet, Array.isArray(stored) ? stored.slice(0, 100) : null);
    return { value: mergeHistory([], entries), unread };
  },
});

/** Keep the history with what another tab has added; false where the browser would not. */
export const keepHistory = (history: readonly AppliedSet[]) =>
  keptHistory.keep(mergeHistory(history, keptHistory.load().value));

function readSet(entry: unknown): AppliedSet | null {
  if (!isRecord(entry) || typeof entry.appliedAt !== "number") return null;
  const { set } = readSaved(entry, readDrafts);
  const isMoment = Math.abs(entry.appliedAt) <= LATEST_MS;
  return isMoment && set.filters.length > 0 ? { ...set, appliedAt: entry.appliedAt } : null;
}
