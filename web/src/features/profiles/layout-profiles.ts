import { createSelector } from "@reduxjs/toolkit";
import type { RootState } from "@/lib/state/hooks";
import type { ProfileType } from "@/lib/state/profiles-type";
import { CATEGORY_IDS, firstUi, type LayoutSettings, layoutApplied } from "@/lib/state/slices/ui-slice";
import { isRecord } from "@/lib/storage/storage";

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

/** A part that a hand or another version left out has its default; one of a wrong kind makes it no layout. */
function readLayout(stored: unknown): LayoutSettings | null {
  if (!isRecord(stored)) return null;
  const selectedCategories = readNames(stored.selectedCategories, firstUi.selectedCategories);
  const categoryOrder = readNames(stored.categoryOrder, CATEGORY_IDS);
  const expandedCategories = readNames(stored.expandedCategories, firstUi.expandedCategories);
  const showPreviousDayFilters = stored.showPreviousDayFilters ?? firstUi.showPreviousDayFilters;
  if (!selectedCategories || !categoryOrder || !expandedCategories) return null;
  if (typeof showPreviousDayFilters !== "boolean") return null;
  return seen({ selectedCategories, categoryOrder, expandedCategories, showPreviousDayFilters });
}

function readNames(stored: unknown, absent: string[]): string[] | null {
  if (stored === undefined) return absent;
  const isList = Array.isArray(stored) && stored.length <= MOST;
  return isList && stored.every((name) => typeof name === "string") ? [...new Set<string>(stored)] : null;
}

const selectLayout = createSelector(
  [
    ({ ui }: RootState) => ui.selectedCategories,
    ({ ui }: RootState) => ui.categoryOrder,
    ({ ui }: RootState) => ui.expandedCategories,
    ({ ui }: RootState) => ui.showPreviousDayFilters,
  ],
  (selectedCategories, categoryOrder, expandedCategories, showPreviousDayFilters) =>
    seen({ selectedCategories, categoryOrder, expandedCategories, showPreviousDayFilters }),
);

/** Dashboard layouts: what is selected, in which order, what is open, and the previous-day panels. */
export const layoutProfiles: ProfileType<LayoutSettings> = {
  kind: "dashboard",
  heading: "Layout Profiles",
  noun: "profile",
  defaults: seen(firstUi),
  read: readLayout,
  select: selectLayout,
  apply: layoutApplied,
};
