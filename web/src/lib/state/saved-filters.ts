import type { Filter } from "@/lib/filters";
import { browserStorage, isRecord, parsedText } from "@/lib/storage";
import { type AppliedSet, mergeHistory, type PresetChanges, type Presets } from "./filters-slice";
import { readDrafts, readWhole } from "./read-filter";

/**
 * Presets and history have entries of their own, apart from the page's state, and outlive its 24 hours. They are
 * written by change: what another tab wrote, and what this version cannot read, stays.
 */
export const PRESETS = "session-almanac.presets";
export const HISTORY = "session-almanac.history";
const UNREAD = ".unread";

export const LONGEST_PRESET_NAME = 60;
const LATEST_MS = 8.64e15;

/** `unread` names the presets of which something could not be read. */
export interface ReadPresets {
  presets: Presets;
  unread: string[];
}

export function readPresets(): ReadPresets {
  return presetsIn(browserStorage.read(PRESETS));
}

/** The presets in a text of the storage; a preset without one readable filter is none. */
export function presetsIn(text: string | null): ReadPresets {
  const stored = parsedText(text);
  if (!isRecord(stored)) return { presets: {}, unread: text === null ? [] : ["list"] };
  const entries = Object.entries(stored).map(([name, filters]) => ({ name, ...readWhole(filters) }));
  return {
    presets: Object.fromEntries(
      entries.filter(({ filters }) => filters.length > 0).map(({ name, filters }) => [name, filters]),
    ),
    unread: entries
      .filter(({ filters, unread }) => unread.length > 0 || filters.length === 0)
      .map(({ name }) => name),
  };
}

/** Keep filters under a name, or with null forget the name. False where the browser would not keep the change. */
export function keepPreset(name: string, filters: Filter[] | null): boolean {
  const text = browserStorage.read(PRESETS);
  const stored = parsedText(text);
  if (text !== null && !isRecord(stored)) browserStorage.write(PRESETS + UNREAD, text);
  const others = Object.entries(isRecord(stored) ? stored : {}).filter(([other]) => other !== name);
  const next = filters === null ? others : [...others, [name, filters]];
  return browserStorage.write(PRESETS, JSON.stringify(Object.fromEntries(next)));
}

/** What another tab changed, by the entry's texts before and after. */
export function presetChanges(before: string | null, after: string | null): PresetChanges {
  const { presets } = presetsIn(after);
  return {
    set: presets,
    gone: Object.keys(presetsIn(before).presets).filter((name) => !Object.hasOwn(presets, name)),
  };
}

export function readHistory(): AppliedSet[] {
  return historyIn(browserStorage.read(HISTORY));
}

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
export function keepHistory(history: readonly AppliedSet[]): boolean {
  return browserStorage.write(HISTORY, JSON.stringify(mergeHistory(history, readHistory())));
}

function readSet(entry: unknown): AppliedSet | null {
  if (!isRecord(entry) || typeof entry.appliedAt !== "number") return null;
  const { filters } = readDrafts(entry.filters);
  const isMoment = Math.abs(entry.appliedAt) <= LATEST_MS;
  return isMoment && filters.length > 0 ? { filters, appliedAt: entry.appliedAt } : null;
}
