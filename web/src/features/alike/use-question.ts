import { useMemo } from "react";
import { useSummary } from "@/api/catalogue";
import type { SelectionKey } from "@/api/data-api";
import { barOf } from "@/features/as-of/state/as-of";
import { useDayList } from "@/features/days/state/days-api";
import { type Filter, isDates } from "@/features/filters/state/filters";
import { selectActive } from "@/features/filters/state/filters-slice";
import { useSelectionKey } from "@/features/filters/state/selection";
import { lastExplored, sealedWords } from "@/features/ledger/state/seals";
import { selectSeal } from "@/features/ledger/state/seals-slice";
import { useAppSelector } from "@/lib/state/hooks";
import type { AlikeKey } from "./alike-api";
import type { Asked } from "./asked";

const NEWEST = { part: null, excursion: null, columns: [], page: 1 };
const BY_DATE = { column: "session_date", descending: true };

/** What is asked of the service: days within the header's dates, where the visitor wants it those of all its filters. */
export function useQuestion({ date, bar, leaveOut, isNarrowed }: Asked) {
  const active = useAppSelector(selectActive);
  const filters = useMemo<Filter[]>(
    () => (isNarrowed ? active : active.filter(isDates)),
    [active, isNarrowed],
  );
  const selection = useSelectionKey(filters);
  const newest = useNewest(date === null);
  const day = date ?? newest;
  const seal = useAppSelector(selectSeal);
  const sealed = seal && day !== null && day >= seal.from ? sealedWords(seal) : null;
  const key = useMemo<AlikeKey | null>(
    () =>
      selection && day !== null && sealed === null
        ? { ...asOf(selection, bar), date: day, leave_out: [...leaveOut] }
        : null,
    [selection, day, sealed, bar, leaveOut],
  );
  return { key, day, sealed, ...useDates(), isOfHeader: selection?.as_of !== undefined };
}

/** Of the whole day nothing is still to come: then the page has a bar of its own. */
const asOf = (selection: SelectionKey, bar: string): SelectionKey => ({
  ...selection,
  as_of: selection.as_of ?? barOf(bar) ?? 0,
});

const ALL: Filter[] = [];

/** The newest day that is not sealed; null until it is known, and where it is not wanted. */
function useNewest(isWanted: boolean): string | null {
  const all = useSelectionKey(ALL);
  const { data } = useDayList(isWanted && all ? { ...all, ...NEWEST, sort: BY_DATE } : null);
  const [row] = data?.rows ?? [];
  return isWanted && row ? String(row.session_date) : null;
}

/** The dates among which a day can be chosen. */
function useDates(): { first: string; last: string } {
  const summary = useSummary().data;
  const seal = useAppSelector(selectSeal);
  const last = seal ? lastExplored(seal) : (summary?.max_date ?? "");
  return { first: summary?.min_date ?? "", last };
}
