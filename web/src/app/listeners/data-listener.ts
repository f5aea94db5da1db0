import { featuresArrived, shownCatalogueArg, summaryArrived, summaryFailed } from "@/api/catalogue";
import { dataApi } from "@/api/data-api";
import type { FeaturesAnswer, SummaryAnswer } from "@/api/generated";
import { knownFeatures } from "@/api/known-features";
import { computeSelection } from "@/api/selection";
import { featureName } from "@/lib/filters/feature-names";
import type { Filter } from "@/lib/filters/filters";
import { type Misfit, misfitIn } from "@/lib/filters/fit";
import type { AppThunk, StartListening } from "@/lib/state/hooks";
import { asideReturned, filtersSetAside } from "@/lib/state/slices/filters-slice";
import { selectTier, snapshotSeen, snapshotShown } from "@/lib/state/slices/session-slice";
import { probabilitiesSet, symbolChosen, toastAdded } from "@/lib/state/slices/ui-slice";
import { listed } from "@/lib/text/format";
import { CONFIRM_MS, isOlder, snapshotFreshness } from "./snapshot-freshness";

const SECOND_WORD_MS = 1000;
const NEWER = "New data was published.";
const OLDER = "Earlier data was published again.";
const WHOLE = "The figures are up to date.";
const IN_PART = "Not all figures are up to date yet.";

/** Keep what is shown to one snapshot, the newest, and to what its catalogue holds. */
export function keepDataCurrent(startListening: StartListening) {
  const verdictOf = snapshotFreshness();
  startListening({
    actionCreator: snapshotSeen,
    effect: ({ payload }, { dispatch, getState }) => {
      const shown = getState().session.snapshot;
      if (shown && shown.id !== payload) dispatch(dataApi.util.invalidateTags(["Summary"]));
    },
  });
  startListening({
    matcher: summaryArrived,
    effect: async ({ payload, meta }, { dispatch, getState, delay }) => {
      const verdict = verdictOf(getState().session.summary, payload);
      if (verdict === "show") return dispatch(showSnapshot(meta.arg.originalArgs, payload));
      if (verdict === "wait") return;
      await delay(CONFIRM_MS + SECOND_WORD_MS);
      dispatch(dataApi.util.invalidateTags(["Summary"]));
    },
  });
  startListening({
    matcher: summaryArrived,
    effect: async ({ payload }, { dispatch, getState, delay, cancelActiveListeners }) => {
      cancelActiveListeners();
      if (!getState().session.isOvertaken) return;
      await delay(SECOND_WORD_MS);
      dispatch(takeBack(payload));
    },
  });
  startListening({
    matcher: summaryFailed,
    effect: ({ payload, meta }, { dispatch }) => {
      const isUnknown = payload?.status === 404 || payload?.status === 422;
      if (isUnknown && meta.arg.originalArgs.symbol) dispatch(symbolChosen(null));
    },
  });
  startListening({
    matcher: featuresArrived,
    effect: ({ payload, meta }, { dispatch }) => {
      if (!meta.arg.originalArgs.category) dispatch(fitToCatalogue(payload));
    },
  });
  startListening({
    predicate: (_, now, before) =>
      now.session.snapshot !== null && before.session.user !== null && selectTier(now) !== selectTier(before),
    effect: (_, { dispatch }) => dispatch(showTier()),
  });
}

/** Show a snapshot once its catalogue is there: a filter it has no use for is set aside before anybody is asked. */
const showSnapshot =
  (asked: { symbol?: string }, summary: SummaryAnswer): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { symbol, id } = summary.snapshot;
    const shown = getState().session.snapshot;
    const isShown = () =>
      getState().session.snapshot?.symbol === symbol && getState().session.snapshot?.id === id;
    if (isShown()) return;
    const isRenewal = shown?.symbol === symbol;
    const chosen = getState().ui.symbol;
    const catalogue = dataApi.endpoints.features.initiate(
      { ...asked, profile: selectTier(getState()) },
      {
        subscribe: false,
        forceRefetch: isRenewal,
      },
    );
    const { isSuccess } = await dispatch(catalogue);
    if (!isSuccess || isShown() || getState().ui.symbol !== chosen) return;
    const news = isOlder(summary, getState().session.summary) ? OLDER : NEWER;
    dispatch(snapshotShown(summary));
    const computed = dispatch(computeSelection(getState().filters.active, false));
    const figures = computed.then(
      () => WHOLE,
      () => IN_PART,
    );
    if (!isRenewal) return;
    dispatch(dataApi.util.invalidateTags(["Values"]));
    dispatch(toastAdded("blank", `${news} ${await figures}`));
  };

/** The snapshot shown is the served one after all: what waited for another is asked again. */
const takeBack =
  (summary: SummaryAnswer): AppThunk =>
  (dispatch, getState) => {
    const { snapshot, isOvertaken } = getState().session;
    if (!isOvertaken || snapshot?.id !== summary.snapshot.id) return;
    dispatch(snapshotShown(summary));
    dispatch(dataApi.util.invalidateTags(["Data"]));
  };

/** Show what another tier sees: first its catalogue, which keeps aside what the tier lacks, then the figures. */
const showTier = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const asked = shownCatalogueArg(getState());
  const catalogue = dataApi.endpoints.features.initiate(asked, { subscribe: false, forceRefetch: true });
  const { isSuccess } = await dispatch(catalogue);
  if (!isSuccess || selectTier(getState()) !== asked.profile) return;
  dispatch(computeSelection(getState().filters.active, false)).catch(() => undefined);
  dispatch(dataApi.util.invalidateTags(["Data"]));
};

const SAID: Record<Misfit, string> = {
  unknown: "Not available here, kept aside",
  unfit: "Not what the feature can be asked, kept aside",
};

/** Set aside the filters this catalogue has no use for and take back those it has; close cards it does not hold. */
const fitToCatalogue =
  (catalogue: FeaturesAnswer): AppThunk =>
  (dispatch, getState) => {
    const misfit = misfitIn(catalogue);
    const { pending, active, aside } = getState().filters;
    const filters = [...active, ...pending];
    const known = [...catalogue.features, ...knownFeatures(getState())];
    const say = (text: string, named: Filter[]) => {
      if (named.length > 0)
        dispatch(
          toastAdded("blank", `${text}: ${listed(named.map((one) => featureName(one.feature, known)))}`),
        );
    };
    for (const reason of ["unknown", "unfit"] as const)
      say(
        SAID[reason],
        filters.filter((filter) => misfit(filter) === reason),
      );
    const gone = filters.filter((filter) => misfit(filter) !== null);
    const back = aside.filter((filter) => misfit(filter) === null);
    if (gone.length > 0) dispatch(filtersSetAside(gone));
    say("Available again, now pending", back);
    if (back.length > 0) dispatch(asideReturned(back));
    const names = new Set(catalogue.features.map(({ name }) => name));
    const open = getState().ui.activeProbabilityFeatures;
    if (!open.every((name) => names.has(name)))
      dispatch(probabilitiesSet(open.filter((name) => names.has(name))));
  };
