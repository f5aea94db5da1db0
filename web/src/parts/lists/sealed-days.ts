import { useAppSelector } from "@/lib/state/hooks";
import { selectSeal } from "@/question/seals-slice";

/** The days of a list that are not sealed, and how many are. */
export function useUnsealed<Day extends { date: string }>(days: readonly Day[]) {
  const seal = useAppSelector(selectSeal);
  const shown = seal ? days.filter(({ date }) => date < seal.from) : days;
  return { shown, sealed: days.length - shown.length };
}
