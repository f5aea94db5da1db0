import { useMemo } from "react";
import { useAppSelector } from "@/lib/state/hooks";
import { selectSymbol } from "@/lib/state/ui-slice";
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

export function useCatalogue() {
  return useFeaturesQuery(symbolArg(useAppSelector(selectSymbol)));
}

/** The features a card may be drawn for, by name. */
export function useFeaturesByName(): ReadonlyMap<string, Feature> {
  const features = useCatalogue().data?.features;
  return useMemo(() => new Map(features?.map((feature) => [feature.name, feature])), [features]);
}

export const featuresArrived = dataApi.endpoints.features.matchFulfilled;
export const summaryArrived = dataApi.endpoints.summary.matchFulfilled;
export const summaryFailed = dataApi.endpoints.summary.matchRejected;
