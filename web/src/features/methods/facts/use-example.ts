import { useFeaturesByName } from "@/api/catalogue";
import { useProbability } from "@/api/data-api";
import type { Feature, Occurrence } from "@/api/generated";
import type { Filter } from "@/features/filters/state/filters";
import { useSelectionKey } from "@/features/filters/state/selection";

/** What the examples are about wherever the catalogue shows it; every tier does. */
const FAVOURITE = "gap_fill_bar";

/** An occurrence as the service answers it, beside the feature it is about. */
export interface Example {
  feature: Feature;
  occurrence: Occurrence;
  /** Days that left the denominator. */
  missing: number;
}

/** The example's feature on the days that match; null while it is on its way, or where there is none. */
export function useExample(filters: readonly Filter[]): Example | null {
  const features = useFeaturesByName();
  const feature = features.get(FAVOURITE) ?? [...features.values()].find(hasOccurrence);
  const selection = useSelectionKey(filters);
  const asked = feature && selection ? { ...selection, feature: feature.name } : null;
  const module = useProbability(asked).data?.modules.occurrence;
  if (!feature || !module?.data) return null;
  return { feature, occurrence: module.data as Occurrence, missing: module.metadata.missing_days };
}

function hasOccurrence({ ui_schema }: Feature): boolean {
  return ui_schema.statistics_component.includes("occurrence");
}
