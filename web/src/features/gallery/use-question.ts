import { useMemo } from "react";
import { useFilterTexts } from "@/features/filters/state/use-filter-texts";
import { useAppSelector } from "@/lib/state/hooks";
import { selectGallery } from "./state/gallery-slice";

/** Which days the gallery shows: the active filters and the bar, one text each. */
export function useQuestion(): readonly string[] {
  const filters = useFilterTexts();
  const { bar } = useAppSelector(selectGallery);
  return useMemo(() => (bar ? [...filters, bar.label] : filters), [filters, bar]);
}
