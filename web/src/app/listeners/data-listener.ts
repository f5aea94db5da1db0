import { isAnyOf, type ListenerEffectAPI } from "@reduxjs/toolkit";
import { askOnce } from "@/api/ask-once";
import { catalogueArg } from "@/api/catalogue";
import { dataApi } from "@/api/data-api";
import type { SummaryAnswer } from "@/api/generated";
import {
  selectTier,
  snapshotGone,
  snapshotShown,
  tierViewed,
  userRenewed,
} from "@/api/session/session-slice";
import type { AppDispatch, RootState, StartListening } from "@/lib/state/hooks";
import { symbolChosen, toastAdded } from "@/lib/state/ui-slice";
import { fitToCatalogue } from "@/question/fit";
import { computeSelection } from "@/question/selection";

/** A worker that is behind the others is so for less than this. */
const BEHIND_MS = 3000;
const SECOND_WORD_MS = 1000;
const NEWER = "New data was published.";
const OLDER = "Earlier data was published again.";
const WHOLE = "The figures are up to date.";
const IN_PART = "Not all figures are up to date yet.";

const { features, summary } = dataApi.endpoints;
const { matchFulfilled: summaryArrived } = summary;

type SymbolArg = { symbol?: string };
type Listening = ListenerEffectAPI<RootState, AppDispatch>;

/** Keep what is shown to one snapshot, the newest, and to what its catalogue holds. */
export function keepDataCurrent(startListening: StartListening) {
  startListening({
    actionCreator: snapshotGone,
    effect: (_, { dispatch }) => {
      dispatch(dataApi.util.invalidateTags(["Summary"]));
    },
  });
  startListening({
    matcher: summaryArrived,
    effect: async ({ payload, meta }, listening) => {
      const { dispatch, getState, take } = listening;
      const asked = meta.arg.originalArgs;
      if (isShown(getState(), payload)) {
        const isLast = getState().session.isOvertaken && !(await take(summaryArrived, SECOND_WORD_MS));
        if (!isLast || !isShown(getState(), payload)) return;
        // The snapshot shown is the served one after all: what waited for another is asked again.
        dispatch(snapshotShown(payload));
        dispatch(dataApi.util.invalidateTags(["Data", "Probability"]));
      } else if (!isOlder(getState(), payload) || (await isServed(asked, payload, listening)))
        await showSnapshot(asked, payload, listening);
    },
  });
  startListening({
    matcher: summary.matchRejected,
    effect: ({ payload, meta }, { dispatch }) => {
      const { symbol } = meta.arg.originalArgs;
      if (symbol === undefined || (payload?.status !== 404 && payload?.status !== 422)) return;
      dispatch(symbolChosen(null));
      dispatch(toastAdded("error", `There is no data of ${symbol} here; another instrument is shown`));
    },
  });
  startListening({
    matcher: features.matchFulfilled,
    effect: ({ payload, meta }, { dispatch }) => {
      if (!meta.arg.originalArgs.category) dispatch(fitToCatalogue(payload));
    },
  });
  startListening({
    matcher: isAnyOf(userRenewed, tierViewed),
    effect: async (_, listening) => {
      const [now, before] = [listening.getState(), listening.getOriginalState()];
      if (now.session.snapshot && selectTier(now) !== selectTier(before)) await showTier(listening);
    },
  });
}

function isShown({ session }: RootState, { snapshot: { symbol, id } }: SummaryAnswer): boolean {
  return session.snapshot?.symbol === symbol && session.snapshot.id === id;
}

/** Whether data of the instrument shown was built before that shown. */
function isOlder({ session }: RootState, { snapshot }: SummaryAnswer): boolean {
  const shown = session.summary?.snapshot;
  return shown?.symbol === snapshot.symbol && snapshot.built_at < shown.built_at;
}

/** Whether older data is served now, not by one worker that is behind: for a while nobody tells of other data. */
async function isServed(
  asked: SymbolArg,
  older: SummaryAnswer,
  { dispatch, getState, take }: Listening,
): Promise<boolean> {
  const { id } = older.snapshot;
  const isOther = (action: unknown) => summaryArrived(action) && action.payload.snapshot.id !== id;
  if ((await take(isOther, BEHIND_MS)) || !isOlder(getState(), older)) return false;
  const again = askOnce(summary.initiate(asked, { forceRefetch: true }));
  const { isSuccess, data } = await dispatch(again);
  return isSuccess && data.snapshot.id === id;
}

/** Show a snapshot once its catalogue is there: a filter it has no use for is set aside before anybody is asked. */
async function showSnapshot(asked: SymbolArg, arrived: SummaryAnswer, { dispatch, getState }: Listening) {
  const { session, ui } = getState();
  const isRenewal = session.snapshot?.symbol === arrived.snapshot.symbol;
  const arg = { ...asked, profile: selectTier(getState()) };
  const { isSuccess } = await dispatch(catalogueOf(arg, isRenewal));
  if (!isSuccess || isShown(getState(), arrived) || getState().ui.symbol !== ui.symbol) return;
  const news = isOlder(getState(), arrived) ? OLDER : NEWER;
  dispatch(snapshotShown(arrived));
  const figures = dispatch(computeSelection(getState().filters.active, false)).then(
    () => WHOLE,
    () => IN_PART,
  );
  if (!isRenewal) return;
  dispatch(dataApi.util.invalidateTags(["Values"]));
  dispatch(toastAdded("blank", `${news} ${await figures}`));
}

/** Show what another tier sees: first its catalogue, which keeps aside what the tier lacks, then the figures. */
async function showTier({ dispatch, getState }: Listening) {
  const asked = catalogueArg(getState().ui.symbol, selectTier(getState()));
  const { isSuccess } = await dispatch(catalogueOf(asked, true));
  if (!isSuccess || selectTier(getState()) !== asked.profile) return;
  dispatch(computeSelection(getState().filters.active, false)).catch(() => undefined);
  dispatch(dataApi.util.invalidateTags(["Data", "Probability"]));
}

const catalogueOf = (arg: ReturnType<typeof catalogueArg>, forceRefetch: boolean) =>
  askOnce(features.initiate(arg, { forceRefetch }));
