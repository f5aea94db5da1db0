import { useMemo } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { useAppSelector } from "@/lib/state/hooks";
import { filterWords } from "./filter-words";
import { selectActive } from "./filters-slice";

/** The active filters in words, one text each. */
export function useFilterTexts(inWords = filterWords): readonly string[] {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  return useMemo(() => active.map((filter) => inWords(filter, features)), [active, features, inWords]);
}
