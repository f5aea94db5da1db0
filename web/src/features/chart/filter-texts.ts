import { useMemo } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import { filterWords } from "@/features/filters/state/filter-words";
import { selectActive } from "@/features/filters/state/filters-slice";
import { useAppSelector } from "@/lib/state/hooks";

/** The active filters as the chart's header names them. */
export function useFilterTexts(): readonly string[] {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  return useMemo(
    () => active.map((filter) => filterWords(filter, features.get(baseName(filter.feature)))),
    [active, features],
  );
}
