import * as v from "valibot";
import type { SavedState } from "@/lib/state/hooks";
import { read, record } from "@/lib/storage/schema";
import { browserStorage, parsedText } from "@/lib/storage/storage";
import { readWhole } from "@/question/read-filter";
import { EXPORT_FORMATS, firstPreferences, type PreferencesState } from "./preferences-slice";

/** The local storage entry of the preferences. */
export const PREFERENCES = "session-almanac.preferences";

const filters = v.pipe(
  v.unknown(),
  v.transform((stored) => readWhole(stored).filters),
);
const schema = record({
  defaultFilters: v.fallback(filters, []),
  exportFormat: v.fallback(v.picklist(EXPORT_FORMATS), firstPreferences.exportFormat),
  usageEvents: v.fallback(v.boolean(), true),
  openCardsFirst: v.fallback(v.boolean(), false),
  compactCards: v.fallback(v.boolean(), false),
});

/** The preferences of this browser, entry by entry; what is foreign or of another version has its default. */
export function loadPreferences(): PreferencesState {
  return read(schema, parsedText(browserStorage.read(PREFERENCES))) ?? firstPreferences;
}

/** Keep the preferences; false where the storage is full or closed. */
export function savePreferences(preferences: PreferencesState): boolean {
  return browserStorage.write(PREFERENCES, JSON.stringify(preferences));
}

/** The default filters become the active ones where a visit starts with none of its own. */
export function withDefaultFilters(saved: SavedState, { defaultFilters }: PreferencesState): SavedState {
  const { active, pending } = saved.filters;
  if (active.length + pending.length > 0 || defaultFilters.length === 0) return saved;
  return { ...saved, filters: { ...saved.filters, active: defaultFilters } };
}
