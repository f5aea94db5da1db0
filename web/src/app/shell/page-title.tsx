import { useLocation } from "react-router";
import { useFeaturesByName } from "@/api/catalogue";
import { useDayCount } from "@/api/data-api";
import { useTitle } from "@/kit/use-title";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { filterWords } from "@/question/filter-words";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import { shownAt, titleOf } from "@/screens/screens";

/**
 * The browser's title: the question and its days where the screen asks it, and the place but for the dashboard's. On
 * paper they are a line of their own, with the data.
 */
export function PageTitle() {
  const { screen, view } = shownAt(useLocation());
  const isAsked = view?.question !== undefined;
  const question = useQuestion(isAsked);
  const place = screen ? titleOf(screen, view) : null;
  useTitle(question, question !== null && place === "Dashboard" ? null : place);
  const snapshot = useAppSelector(({ session }) => session.summary?.snapshot);
  const data = snapshot && `${snapshot.symbol}, data ${snapshot.id}`;
  return (
    <p data-only="print">{[place, question ?? (isAsked && "All days"), data].filter(Boolean).join(" · ")}</p>
  );
}

/** "Gap Up, 301 days"; null where no filter is set. */
function useQuestion(isAsked: boolean): string | null {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const key = useSelectionKey(active);
  const hasFilters = isAsked && active.length > 0;
  const { currentData: days } = useDayCount(hasFilters ? key : null);
  if (!hasFilters) return null;
  const words = active.map((filter) => filterWords(filter, features));
  return [...words, ...(days === undefined ? [] : [countOf(days, "day")])].join(", ");
}
