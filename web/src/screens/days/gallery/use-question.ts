import { useMemo } from "react";
import { selectDayBar } from "@/address/days-slice";
import { useAppSelector } from "@/lib/state/hooks";
import { useFilterTexts } from "@/question/use-filter-texts";

/** Which days the gallery shows: the active filters and the bar, one text each. */
export function useQuestion(): readonly string[] {
  const filters = useFilterTexts();
  const bar = useAppSelector(selectDayBar);
  return useMemo(() => (bar ? [...filters, bar.label] : filters), [filters, bar]);
}
