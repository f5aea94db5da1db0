import { useMemo } from "react";
import { type RootState, useAppSelector } from "@/lib/state/hooks";
import { selectTier } from "@/lib/state/session-slice";
import { selectSymbol } from "@/lib/state/ui-slice";
import type { Tier } from "@/lib/tiers";
import { dataApi } from "./data-api";
import { type Feature, useFeaturesQuery, useSummaryQuery } from "./generated";

/** The arguments of a call that may name the instrument. */
export function symbolArg(symbol: string | null): { symbol?: string } {
  return symbol === null ? {} : { symbol };
}

export function useSummary() {
  const symbol = useAppSelector(selectSymbol);
  return useSummaryQuery(symbolArg(symbol), { refetchOnMountOrArgChange: false });
}

/** What is asked of the catalogue: an instrument's, as the tier shown sees it. */
export function catalogueArg(symbol: string | null, tier: Tier) {
  return { ...symbolArg(symbol), profile: tier };
}

/** The same, of the page as it is. */
export function shownCatalogueArg(state: RootState) {
  return catalogueArg(selectSymbol(state), selectTier(state));
}

export function useCatalogue() {
  const [symbol, tier] = [useAppSelector(selectSymbol), useAppSelector(selectTier)];
  return useFeaturesQuery(catalogueArg(symbol, tier));
}

/** The features a card may be drawn for, by name. */
export function useFeaturesByName(): ReadonlyMap<string, Feature> {
  const features = useCatalogue().data?.features;
  return useMemo(() => new Map(features?.map((feature) => [feature.name, feature])), [features]);
}

export const featuresArrived = dataApi.endpoints.features.matchFulfilled;
export const summaryArrived = dataApi.endpoints.summary.matchFulfilled;
export const summaryFailed = dataApi.endpoints.summary.matchRejected;
