import { useMemo } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { useAppSelector } from "@/lib/state/hooks";
import { filterWords } from "./filter-words";
import type { Filter } from "./filters";
import { selectActive } from "./filters-slice";

/** The active filters in words, or those given, one text each. */
export function useFilterTexts(inWords = filterWords, given?: readonly Filter[]): readonly string[] {
  const active = useAppSelector(selectActive);
  const filters = given ?? active;
  const features = useFeaturesByName();
  return useMemo(() => filters.map((filter) => inWords(filter, features)), [filters, features, inWords]);
}
