import { type RefObject, useEffect } from "react";
import type { FeatureResult } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { lookSeen, selectQuestion } from "./ledger-slice";
import { testOf } from "./looks";

interface Shown {
  /** Whether there are other days to test against. */
  isTested: boolean;
  shown: FeatureResult | null | undefined;
}

/** Writes the test of a card into the ledger as soon as the card is in the window. */
export function useLook(place: RefObject<Element | null>, feature: string, { isTested, shown }: Shown) {
  const dispatch = useAppDispatch();
  const question = useAppSelector(selectQuestion);
  const isBatching = useAppSelector(({ filters }) => filters.isBatching);
  useEffect(() => {
    const test = shown && isTested && !isBatching ? testOf(feature, shown) : null;
    if (!place.current || !test) return;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      dispatch(lookSeen({ question, feature, ...test, at: Date.now() }));
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [dispatch, place, feature, question, shown, isTested, isBatching]);
}
