import { browserStorage, isRecord, parsedText } from "@/lib/storage/storage";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  firstPreferences,
  type PreferencesState,
} from "../slices/preferences-slice";
import type { SavedState } from "./persistence";
import { readWhole } from "./read-filter";

/** The local storage entry of the preferences. */
export const PREFERENCES = "session-almanac.preferences";

/** The preferences of this browser, entry by entry; what is foreign or of another version has its default. */
export function loadPreferences(): PreferencesState {
  const stored = parsedText(browserStorage.read(PREFERENCES));
  if (!isRecord(stored)) return firstPreferences;
  const { defaultFilters, exportFormat, usageEvents } = stored;
  return {
    defaultFilters: readWhole(defaultFilters).filters,
    exportFormat: isFormat(exportFormat) ? exportFormat : firstPreferences.exportFormat,
    usageEvents: usageEvents !== false,
  };
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

function isFormat(value: unknown): value is ExportFormat {
  return EXPORT_FORMATS.some((format) => format === value);
}
