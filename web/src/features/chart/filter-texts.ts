import { useMemo } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { filterWords } from "@/lib/filters/filter-words";
import { baseName } from "@/lib/filters/filters";
import { useAppSelector } from "@/lib/state/hooks";
import { selectActive } from "@/lib/state/slices/filters-slice";

/** The active filters as the chart's header names them. */
export function useFilterTexts(): readonly string[] {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  return useMemo(
    () => active.map((filter) => filterWords(filter, features.get(baseName(filter.feature)))),
    [active, features],
  );
}
