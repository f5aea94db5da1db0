import { useMemo } from "react";
import { flags } from "@/lib/flags";
import { useAppSelector } from "@/lib/state/hooks";
import type { Tier } from "@/lib/tiers";
import { type Feature, useFeaturesQuery, useSummaryQuery } from "./generated";
import { type ShownSnapshot, selectTier } from "./session/session-slice";

/** The arguments of a call that may name the instrument. */
export function symbolArg(symbol: string | null): { symbol?: string } {
  return symbol === null ? {} : { symbol };
}

/** The arguments of a call about the snapshot shown; about the instrument until one is. */
export const shownArg = (snapshot: ShownSnapshot | null, symbol: string | null) =>
  snapshot ? { symbol: snapshot.symbol, snapshot: snapshot.id } : symbolArg(symbol);

/** The summary of what is shown: that of newer data waits until their figures take the place of the older ones. */
export function useSummary() {
  const symbol = useAppSelector(({ ui }) => ui.symbol);
  const shown = useAppSelector(({ session }) => session.summary);
  const query = useSummaryQuery(symbolArg(symbol), { refetchOnMountOrArgChange: false });
  const isOfShown = shown !== null && query.data?.snapshot.symbol === shown.snapshot.symbol;
  return isOfShown ? { ...query, data: shown } : query;
}

/** What is asked of the catalogue: an instrument's, as the tier shown sees it. */
export function catalogueArg(symbol: string | null, tier: Tier) {
  return { ...symbolArg(symbol), profile: tier };
}

export function useCatalogue() {
  const [symbol, tier] = [useAppSelector(({ ui }) => ui.symbol), useAppSelector(selectTier)];
  return useFeaturesQuery(catalogueArg(symbol, tier));
}

/** Whether the build has the chart screen and the visitor's tier may see it. */
export function useChartsAllowed(): boolean {
  const limits = useCatalogue().data?.profile_limits;
  return flags.charts && limits?.features.charts === true;
}

/** The features a card may be drawn for, by name. */
export function useFeaturesByName(): ReadonlyMap<string, Feature> {
  const features = useCatalogue().data?.features;
  return useMemo(() => new Map(features?.map((feature) => [feature.name, feature])), [features]);
}
