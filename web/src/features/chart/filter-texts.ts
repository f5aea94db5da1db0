import { useMemo } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName, DATE_RANGE, type Filter, type FilterValue, PREV_SUFFIX } from "@/lib/filters";
import { selectActive } from "@/lib/state/filters-slice";
import { useAppSelector } from "@/lib/state/hooks";

/** The active filters as the chart's header names them. */
export function useFilterTexts(): readonly string[] {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  return useMemo(
    () => active.map((filter) => filterText(filter, features.get(baseName(filter.feature))?.displayName)),
    [active, features],
  );
}

/** "Gap Size 5 to 20", "Gap Up = true"; the feature's own name where the catalogue has none. */
export function filterText(filter: Filter, displayName: string | undefined): string {
  const { feature, operator, value, by_bar } = filter;
  const name = displayName ?? (feature === DATE_RANGE ? "Date Range" : baseName(feature));
  const twin = feature.endsWith(PREV_SUFFIX) ? " (previous day)" : "";
  const known = by_bar === undefined ? "" : `, by bar ${by_bar}`;
  const condition = operator === "range" ? joined(value, " to ") : `${operator} ${joined(value, ", ")}`;
  return `${name}${twin} ${condition}${known}`;
}

function joined(value: FilterValue, by: string): string {
  return Array.isArray(value) ? value.join(by) : String(value);
}
