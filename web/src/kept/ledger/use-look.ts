import { type RefObject, useEffect, useMemo } from "react";
import type { FeatureComparison, FeatureResult } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectPinnedQuestion, selectQuestion } from "@/question/question-text";
import { lookSeen } from "./ledger-slice";
import { comparedTestOf, type Look, testOf } from "./looks";

type Place = RefObject<Element | null>;

interface Shown {
  /** Whether there are other days to test against. */
  isTested: boolean;
  shown: FeatureResult | null | undefined;
}

/** Writes the test of a card into the ledger as soon as the card is in the window. */
export function useLook(place: Place, feature: string, { isTested, shown }: Shown) {
  const question = useAppSelector(selectQuestion);
  const look = useMemo(() => {
    const test = shown && isTested ? testOf(feature, shown) : null;
    return test && { question, feature, ...test };
  }, [feature, question, shown, isTested]);
  useLookInSight(place, look);
}

/** Writes the test of the pinned question against the page's into the ledger once its row is in the window. */
export function useComparedLook(place: Place, feature: string, shown: FeatureComparison | null) {
  const question = useAppSelector(selectPinnedQuestion);
  const against = useAppSelector(selectQuestion);
  const look = useMemo(() => {
    const test = shown && comparedTestOf(shown);
    return test && question !== null ? { question, against, feature, ...test } : null;
  }, [feature, question, against, shown]);
  useLookInSight(place, look);
}

function useLookInSight(place: Place, look: Omit<Look, "at"> | null) {
  const dispatch = useAppDispatch();
  const isBatching = useAppSelector(({ filters }) => filters.isBatching);
  useEffect(() => {
    if (!place.current || !look || isBatching) return;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      dispatch(lookSeen({ ...look, at: Date.now() }));
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [dispatch, place, look, isBatching]);
}
