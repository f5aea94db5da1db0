import { useMemo } from "react";
import { type Filter, toConditions } from "@/lib/filters";
import { batchEnded, batchStarted, filtersApplied, guardLifted } from "@/lib/state/filters-slice";
import { type AppThunk, useAppSelector } from "@/lib/state/hooks";
import { type ShownSnapshot, selectSnapshot } from "@/lib/state/session-slice";
import { dataApi, type SelectionKey } from "./data-api";
import type { ComputeAnswer } from "./generated";

const GUARD_MS = 5000;

function keyOf(filters: readonly Filter[], snapshot: ShownSnapshot): SelectionKey {
  return { filters: toConditions(filters), symbol: snapshot.symbol, snapshot: snapshot.id };
}

/** The cache key of a selection, or null until a snapshot is known. */
export function useSelectionKey(filters: readonly Filter[]): SelectionKey | null {
  const snapshot = useAppSelector(selectSnapshot);
  return useMemo(() => snapshot && keyOf(filters, snapshot), [filters, snapshot]);
}

/**
 * Ask once for a selection's day count and every open card, and put the answers where the cards look for them.
 * With `applying` the filters become the active ones. Cards do not ask for themselves while this runs, for five
 * seconds at most. Rejects where the call fails.
 */
export function computeSelection(filters: Filter[], applying: boolean): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { ui, session } = getState();
    if (!session.snapshot) throw new Error("no snapshot is loaded");
    const key = keyOf(filters, session.snapshot);
    const guard = setTimeout(() => dispatch(guardLifted()), GUARD_MS);
    dispatch(batchStarted({ applying }));
    try {
      const computeRequest = {
        filters: key.filters,
        symbol: key.symbol,
        features: { statistics: true },
        statistics_features: ui.activeProbabilityFeatures,
      };
      const asked = dispatch(
        dataApi.endpoints.compute.initiate({ computeRequest }, { subscribe: false, forceRefetch: true }),
      );
      dispatch(seeded(key, await asked.unwrap()));
      if (applying) dispatch(filtersApplied({ filters, appliedAt: Date.now() }));
    } finally {
      clearTimeout(guard);
      dispatch(batchEnded());
    }
  };
}

function seeded(key: SelectionKey, answer: ComputeAnswer) {
  const results = Object.entries(answer.data.statistics?.features ?? {});
  return dataApi.util.upsertQueryEntries([
    { endpointName: "dayCount", arg: key, value: answer.total_days },
    ...results.map(([feature, value]) => ({
      endpointName: "probability" as const,
      arg: { ...key, feature },
      value,
    })),
  ]);
}
