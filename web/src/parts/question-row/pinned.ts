import { useMemo } from "react";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import { useProbability } from "@/api/data-api";
import type { Feature } from "@/api/generated";
import { useAppSelector } from "@/lib/state/hooks";
import { verdict } from "@/question/figures/verdict";
import { selectActive, selectIsApplying } from "@/question/filters-slice";
import { useAnsweredSelection } from "@/question/selection";

/** The features whose cards are open and that the tier has, in the catalogue's order. */
export function useOpenFeatures(): Feature[] {
  const features = useCatalogue().data?.features;
  const open = useAppSelector(({ ui }) => ui.activeProbabilityFeatures);
  return useMemo(() => features?.filter(({ name }) => open.includes(name)) ?? [], [features, open]);
}

/** The feature that is pinned, or the first open one where the tier lacks it; null where there is none. */
export function usePinned(): Feature | null {
  const pinned = useAppSelector(({ ui }) => ui.pinnedFeature);
  const feature = useFeaturesByName().get(pinned);
  const [open] = useOpenFeatures();
  return feature ?? open ?? null;
}

/**
 * What the pinned feature's answer on the applied filters comes to: the card's own answer where it is open, and only
 * then with what a test says of it. `shown` is the answer with that test, to the question `key`.
 */
export function usePinnedAnswer(feature: Feature) {
  const active = useAppSelector(selectActive);
  const isApplying = useAppSelector(selectIsApplying);
  const isOpen = useAppSelector(({ ui }) => ui.activeProbabilityFeatures.includes(feature.name));
  const key = useAnsweredSelection(active);
  const answer = useProbability(key && { ...key, feature: feature.name });
  const { error, isFetching, currentData } = answer;
  const hasFailed = !isFetching && error !== undefined;
  const data = hasFailed ? currentData : answer.data;
  const told = useMemo(() => {
    const said = data ? verdict(feature, data) : null;
    return said && !isOpen ? { ...said, luck: null } : said;
  }, [data, feature, isOpen]);
  const shown = told?.luck ? currentData : null;
  const isStale = isApplying || isFetching || hasFailed;
  const isLoading = !data && !error;
  return useMemo(
    () => ({ feature, told, key, shown, isStale, isLoading, hasFailed }),
    [feature, told, key, shown, isStale, isLoading, hasFailed],
  );
}
