import { type RefObject, useEffect, useMemo } from "react";
import { type SelectionKey, selectOpenResults } from "@/api/data-api";
import type { CompareAnswer, FeatureResult } from "@/api/generated";
import { type AppThunk, useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectPinnedQuestion, selectQuestion } from "@/question/question-text";
import { lookSeen } from "./ledger-slice";
import { smallestCompared, smallestOf } from "./looks";

type Place = RefObject<Element | null>;

interface Shown {
  /** Whether the question has filters. */
  isTested: boolean;
  key: SelectionKey | null;
  /** A card's answer. */
  shown: FeatureResult | null | undefined;
}

/** Writes the look at the page's question into the ledger as soon as one of its cards is in the window. */
export function useLook(place: Place, { isTested, key, shown }: Shown) {
  const looked = isTested && shown ? key : null;
  useLookInSight(
    place,
    useMemo(() => looked && questionLooked(looked), [looked]),
  );
}

/** Writes the look at the pinned question against the page's into the ledger once their comparison is in the window. */
export function useComparedLook(place: Place, shown: CompareAnswer | null) {
  useLookInSight(
    place,
    useMemo(() => shown && comparisonLooked(shown), [shown]),
  );
}

const questionLooked =
  (key: SelectionKey): AppThunk =>
  (dispatch, getState) => {
    const test = smallestOf(selectOpenResults(getState(), key));
    if (test) dispatch(lookSeen({ question: selectQuestion(getState()), ...test, at: Date.now() }));
  };

const comparisonLooked =
  ({ features }: CompareAnswer): AppThunk =>
  (dispatch, getState) => {
    const test = smallestCompared(features);
    const question = selectPinnedQuestion(getState());
    const against = selectQuestion(getState());
    if (test && question !== null) dispatch(lookSeen({ question, against, ...test, at: Date.now() }));
  };

function useLookInSight(place: Place, look: AppThunk | null) {
  const dispatch = useAppDispatch();
  const isBatching = useAppSelector(({ filters }) => filters.isBatching);
  useEffect(() => {
    if (!place.current || !look || isBatching) return;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      dispatch(look);
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [dispatch, place, look, isBatching]);
}
