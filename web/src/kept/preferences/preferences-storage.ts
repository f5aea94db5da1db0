import * as v from "valibot";
import type { SavedState } from "@/lib/state/hooks";
import { read, record } from "@/lib/storage/schema";
import { readWhole } from "@/question/read-filter";
import { drawingStyle } from "../drawings/drawings";
import { kept } from "../kept";
import { EXPORT_FORMATS, firstPreferences, type PreferencesState } from "./preferences-slice";

const filters = v.pipe(
  v.unknown(),
  v.transform((stored) => readWhole(stored).filters),
);
const schema = record({
  defaultFilters: v.fallback(filters, []),
  exportFormat: v.fallback(v.picklist(EXPORT_FORMATS), firstPreferences.exportFormat),
  usageEvents: v.fallback(v.boolean(), true),
  compactCards: v.fallback(v.boolean(), false),
  drawingStyle: v.fallback(drawingStyle, {}),
});

/** The preferences of this browser, entry by entry; what is foreign or of another version has its default. */
export const keptPreferences = kept<PreferencesState>("session-almanac.preferences", {
  first: { value: firstPreferences, unread: 0 },
  read: (stored) => ({ value: read(schema, stored) ?? firstPreferences, unread: 0 }),
});

/** The default filters become the active ones where a visit starts with none of its own. */
export function withDefaultFilters(saved: SavedState, { defaultFilters }: PreferencesState): SavedState {
  const { active, pending } = saved.filters;
  if (active.length + pending.length > 0 || defaultFilters.length === 0) return saved;
  return { ...saved, filters: { ...saved.filters, active: defaultFilters } };
}
