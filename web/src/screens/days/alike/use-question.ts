import { useMemo } from "react";
import { isSession, isTyped, typedDay } from "@/address/typed";
import { useNextKnown } from "@/api/calls/next-api";
import { useSummary } from "@/api/catalogue";
import type { SelectionKey } from "@/api/data-api";
import type { AlikeRequest } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { useAppSelector } from "@/lib/state/hooks";
import { useDayList } from "@/parts/days/days-api";
import { barOf } from "@/question/as-of";
import { type Filter, isDates } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import { lastExplored, sealedWords } from "@/question/seals";
import { selectSeal } from "@/question/seals-slice";
import { useSelectionKey } from "@/question/selection";
import type { AlikeParameters, TypedSession } from "./parameters";

const NEWEST = { part: null, excursion: null, columns: [], page: 1 };
const BY_DATE = { column: "session_date", descending: true };

/** What is asked of the service: days within the question's dates, where the visitor wants it those of all its filters. */
export function useQuestion({ date, next, bar, leaveOut, isNarrowed }: AlikeParameters) {
  const active = useAppSelector(selectActive);
  const filters = useMemo<Filter[]>(
    () => (isNarrowed ? active : active.filter(isDates)),
    [active, isNarrowed],
  );
  const selection = useSelectionKey(filters);
  const newest = useNewest(date === null && next === null);
  const session = useNextSession(next);
  const day = next ? null : (date ?? newest);
  const seal = useAppSelector(selectSeal);
  const sealed = seal && day !== null && day >= seal.from ? sealedWords(seal) : null;
  const about = session.about ?? (day !== null && sealed === null ? day : null);
  const key = useMemo<AlikeRequest | null>(() => {
    if (!selection || about === null) return null;
    const asked = typeof about === "string" ? { date: about } : { next: about };
    return { ...asOf(selection, bar), ...asked, leave_out: [...leaveOut] };
  }, [selection, about, bar, leaveOut]);
  return { key, day, sealed, session, ...useDates(), isOfHeader: selection?.as_of !== undefined };
}

/** Of the whole day nothing is still to come: then the page has a bar of its own. */
const asOf = (selection: SelectionKey, bar: string): SelectionKey => ({
  ...selection,
  as_of: selection.as_of ?? barOf(bar) ?? 0,
});

/** What is asked of the next session: numbers that were typed of another one are left out. */
function useNextSession(asked: TypedSession | null) {
  const snapshot = useAppSelector(({ session }) => session.snapshot);
  const key = asked && snapshot && { symbol: snapshot.symbol, snapshot: snapshot.id };
  const { data, isFetching, error } = useNextKnown(key);
  const session = data?.session_date ?? null;
  const isOther = data !== undefined && asked?.session != null && !isSession(asked.session, data);
  const about = useMemo(
    () => (asked && session !== null ? typedDay(isOther ? {} : asked.typed) : null),
    [asked, session, isOther],
  );
  return {
    about,
    date: asked && session,
    isLeftOut: isOther && isTyped(asked.typed),
    error: asked && !isFetching ? errorText(error) : null,
  };
}

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
