import { useMemo, useState } from "react";
import { answerOnce } from "@/api/ask-once";
import { useSummary } from "@/api/catalogue";
import { cardEntries, dataApi, type SelectionKey, useDayCount } from "@/api/data-api";
import type { ComputeAnswer, ComputeRequest } from "@/api/generated";
import { isSnapshotGone } from "@/api/request-error";
import type { ShownSnapshot } from "@/api/session/session-slice";
import { type AppThunk, useAppSelector } from "@/lib/state/hooks";
import { asOfChosen } from "@/lib/state/ui-slice";
import { type AsOf, asOfArg } from "./as-of";
import { type Filter, toConditions } from "./filters";
import {
  asOfWith,
  batchEnded,
  batchStarted,
  cardsReleased,
  filtersApplied,
  type NextAsOf,
} from "./filters-slice";
import { explored } from "./seals";
import { type SealsState, selectSeal } from "./seals-slice";

/*
 * One batched call answers for all open cards; meanwhile a guard keeps the cards from asking for themselves.
 * The specification's numbers (sections 4 and 9) are read so: the guard stands as long as the cards' own calls would
 * take, 300 ms each, at least 1 s and at most 5 s; 100 ms after a batch that failed, when the cards show their old
 * answers again, all of these are invalidated; and a question answered less than 2 s ago is not asked again on Apply.
 */
const CALL_MS = 300;
const SHORTEST_GUARD_MS = 1000;
const LONGEST_GUARD_MS = 5000;
const AFTER_FAILURE_MS = 100;
const FRESH_S = 2;

/** How long cards wait for the batch that asks for `cards` of them, in milliseconds. */
export const guardMs = (cards: number) =>
  Math.min(Math.max(cards * CALL_MS, SHORTEST_GUARD_MS), LONGEST_GUARD_MS);

/** What is asked: every call about days bears these filters, so sealed days are in none. */
export function keyOf(
  filters: readonly Filter[],
  { symbol, id }: ShownSnapshot,
  { seals }: SealsState,
  asOf: AsOf,
): SelectionKey {
  const asked = toConditions(explored(filters, seals[symbol]));
  return { filters: asked, symbol, snapshot: id, ...asOfArg(asOf) };
}

/** As of when the page asks by some filters. */
export function useAsOf(filters: readonly Filter[]): AsOf {
  const own = useAppSelector(({ ui }) => ui.asOf);
  const next = useAppSelector((state) => state.filters.nextAsOf);
  return asOfWith(filters, next?.filters.length ? next : null, own);
}

/** The cache key of a selection, or null until a snapshot is known. */
export function useSelectionKey(filters: readonly Filter[]): SelectionKey | null {
  return useOwnSelectionKey(filters, useAsOf(filters));
}

/** The cache key of a selection as of a bar of a screen's own, or null until a snapshot is known. */
export function useOwnSelectionKey(filters: readonly Filter[], asOf: AsOf): SelectionKey | null {
  const snapshot = useAppSelector(({ session }) => session.snapshot);
  const sealed = useAppSelector((state) => state.sealed);
  return useMemo(() => snapshot && keyOf(filters, snapshot, sealed, asOf), [filters, snapshot, sealed, asOf]);
}

const ALL: Filter[] = [];

/** How many days the data has that are not sealed; undefined until that is known. */
export function useTotalDays(): number | undefined {
  const all = useSummary().data?.totalDays;
  const isSealed = useAppSelector(selectSeal) !== undefined;
  const key = useSelectionKey(ALL);
  const { data } = useDayCount(isSealed ? key : null);
  return isSealed ? data : all;
}

/**
 * The selection a card may ask about: while a batch is under way still the one before, whose answers are there, and
 * null for a card that has none or whose data are no longer served.
 */
export function useAnsweredSelection(filters: readonly Filter[]): SelectionKey | null {
  const key = useSelectionKey(filters);
  const isBatching = useAppSelector((state) => state.filters.isBatching);
  const [before, setBefore] = useState(isBatching ? null : key);
  if (!isBatching && before !== key) setBefore(key);
  if (!isBatching) return key;
  return before?.snapshot === key?.snapshot ? before : null;
}

/**
 * Ask once for a selection's day count and every open card, and put the answers where the cards look for them.
 * With `applying` the filters become the active ones; a bar that waits for them becomes the page's with the answer.
 * Rejects where the call fails; the filters are then as before and the cards ask for themselves.
 */
export function computeSelection(filters: Filter[], applying: boolean): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { ui, session, sealed, filters: own } = getState();
    if (!session.snapshot) throw new Error("no snapshot is loaded");
    const asOf = asOfWith(filters, own.nextAsOf, ui.asOf);
    const key = keyOf(filters, session.snapshot, sealed, asOf);
    const cards = ui.activeProbabilityFeatures;
    const batch = async () => {
      const body = { ...key, features: { statistics: true }, statistics_features: cards };
      const answer = await dispatch(computed(body, applying ? FRESH_S : true));
      dispatch(seeded(key, answer));
      dispatch(barAnswered(asOf, own.nextAsOf, applying));
      if (applying) dispatch(filtersApplied({ filters, appliedAt: Date.now() }));
    };
    await dispatch(guarded(batch, cards.length, applying));
  };
}

/** The answer to a batch: of the snapshot it names, or of the one served instead where that is gone. */
const computed =
  (batch: ComputeRequest, forceRefetch: true | number): AppThunk<Promise<ComputeAnswer>> =>
  async (dispatch) => {
    const ask = (computeRequest: ComputeRequest) =>
      dispatch(answerOnce(dataApi.endpoints.compute.initiate({ computeRequest }, { forceRefetch })));
    const { snapshot: _, ...asked } = batch;
    return ask(batch).catch((error: unknown) => {
      if (!isSnapshotGone(error)) throw error;
      return ask(asked);
    });
  };

/** The bar of an answer becomes the page's; that of filters which are active already only where no other was chosen since. */
const barAnswered =
  (asOf: AsOf, next: NextAsOf | null, applying: boolean): AppThunk =>
  (dispatch, getState) => {
    const { ui, filters } = getState();
    const isChosen = next?.asOf === asOf && filters.nextAsOf === next;
    if (applying ? asOf !== ui.asOf : isChosen) dispatch(asOfChosen(asOf));
  };

/** Run a batch for so many cards behind the guard. */
function guarded(batch: () => Promise<void>, cards: number, applying: boolean): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const guard = setTimeout(() => dispatch(cardsReleased()), guardMs(cards));
    let failed = true;
    dispatch(batchStarted({ applying }));
    try {
      await batch();
      failed = false;
    } finally {
      clearTimeout(guard);
      dispatch(batchEnded({ applying, failed }));
      if (failed) setTimeout(() => dispatch(dataApi.util.invalidateTags(["Probability"])), AFTER_FAILURE_MS);
    }
  };
}

/** An answer where the cards look for theirs: under the snapshot it is of, which the page may not show yet. */
export function seeded(key: SelectionKey, answer: ComputeAnswer) {
  const arg = { ...key, snapshot: answer.snapshot };
  return dataApi.util.upsertQueryEntries([
    { endpointName: "dayCount", arg, value: answer.total_days },
    ...cardEntries(arg, answer.data.statistics?.features ?? {}),
  ]);
}
