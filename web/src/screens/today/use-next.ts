import { useMemo, useState } from "react";
import { noteOf, type TypedField, typedDay } from "@/address/typed";
import { useNextKnown } from "@/api/calls/next-api";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import type { NextAnswer } from "@/api/generated";
import { useAppSelector } from "@/lib/state/hooks";
import { asOfAt, WHOLE_DAY } from "@/question/as-of";
import { isDates } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import { useOwnSelectionKey } from "@/question/selection";
import { chipsOf, filtersOn } from "./chips";
import type { NextParameters } from "./parameters";

/** What is known of the next session with the typed numbers. */
export function useNext({ typed }: NextParameters, typing: TypedField | null) {
  const snapshot = useAppSelector(({ session }) => session.snapshot);
  const key = useMemo(() => {
    return snapshot && { symbol: snapshot.symbol, snapshot: snapshot.id, ...typedDay(typed) };
  }, [snapshot, typed]);
  const { data, currentData, error, isFetching, refetch } = useNextKnown(key);
  const shown = useHeld(data, typing);
  const isStale = shown !== currentData;
  return { answer: shown, newest: data, isStale, isFetching, error: isFetching ? undefined : error, refetch };
}

/** The answer to show: while somebody types one that leaves a number out waits, as that may be half of a number. */
function useHeld(answer: NextAnswer | undefined, typing: TypedField | null): NextAnswer | undefined {
  const [held, setHeld] = useState(answer);
  const isHalf = answer && typing && noteOf(typing, answer.notes) !== undefined;
  const waits = isHalf && held?.snapshot === answer.snapshot;
  if (!waits && held !== answer) setHeld(answer);
  return waits ? held : answer;
}

/** The days like the next session: those of the chips that are on, within the question's dates, as of the bar reached. */
export function useNextDays(answer: NextAnswer, on: readonly string[]) {
  const features = useFeaturesByName();
  const limits = useCatalogue().data?.profile_limits;
  const active = useAppSelector(selectActive);
  const chips = useMemo(() => chipsOf(answer.known, features), [answer.known, features]);
  const filters = useMemo(() => filtersOn(chips, on), [chips, on]);
  const all = useMemo(() => [...active.filter(isDates), ...filters], [active, filters]);
  const asOf = limits?.features.as_of ? asOfAt(answer.as_of) : WHOLE_DAY;
  const key = useOwnSelectionKey(all, asOf);
  return { chips, filters, all, asOf, key: limits ? key : null, limits };
}

export type NextDays = ReturnType<typeof useNextDays>;
