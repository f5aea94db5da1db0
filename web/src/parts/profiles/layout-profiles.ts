import { createSelector } from "@reduxjs/toolkit";
import * as v from "valibot";
import type { ProfileType } from "@/kept/profiles/profiles-type";
import type { RootState } from "@/lib/state/hooks";
import { CATEGORY_IDS, firstUi, type LayoutSettings, layoutApplied } from "@/lib/state/ui-slice";
import { sameJson } from "@/lib/storage/json";
import { read, record } from "@/lib/storage/schema";

const MOST = 100;

/**
 * The layout without what nobody sees: the order in which categories were clicked, and whether one that is not
 * selected would be open.
 */
function seen(layout: LayoutSettings): LayoutSettings {
  const selectedCategories = [...layout.selectedCategories].sort();
  return {
    selectedCategories,
    categoryOrder: layout.categoryOrder,
    expandedCategories: selectedCategories.filter((id) => layout.expandedCategories.includes(id)),
    showPreviousDayFilters: layout.showPreviousDayFilters,
  };
}

const names = (absent: string[]) =>
  v.pipe(
    v.optional(v.array(v.string()), absent),
    v.maxLength(MOST),
    v.transform((found) => [...new Set(found)]),
  );

/** A part that a hand or another version left out has its default; one of a wrong kind makes it no layout. */
const layout = record({
  selectedCategories: names(firstUi.selectedCategories),
  categoryOrder: names(CATEGORY_IDS),
  expandedCategories: names(firstUi.expandedCategories),
  showPreviousDayFilters: v.optional(v.boolean(), firstUi.showPreviousDayFilters),
});

const selectLayout = createSelector([({ ui }: RootState) => ui], seen, {
  memoizeOptions: { resultEqualityCheck: sameJson },
});

/** Dashboard layouts: what is selected, in which order, what is open, and the previous-day panels. */
export const layoutProfiles: ProfileType<LayoutSettings> = {
  kind: "dashboard",
  heading: "Layout Profiles",
  noun: "profile",
  defaults: seen(firstUi),
  read: (stored) => read(v.pipe(layout, v.transform(seen)), stored),
  select: selectLayout,
  apply: layoutApplied,
};
