import { symbolArg } from "@/api/catalogue";
import { dataApi } from "@/api/data-api";
import type { StartAnswer } from "@/api/generated";
import { loadingStarted, type SessionUser, signedIn, snapshotShown } from "@/api/session/session-slice";
import type { AppThunk, RootState } from "@/lib/state/hooks";
import { sameJson } from "@/lib/storage/json";
import { asOfArg } from "./as-of";
import { toConditions } from "./filters";
import { fitToCatalogue } from "./fit";
import { explored } from "./seals";
import { computeSelection, keyOf, seeded } from "./selection";

/** One call for all that the page shows first; null where nothing came, and what is shown then asks for itself. */
export const askStart = (): AppThunk<Promise<StartAnswer | null>> => async (dispatch, getState) => {
  const { ui } = getState();
  const startRequest = {
    ...symbolArg(ui.symbol),
    filters: startFilters(getState()),
    ...asOfArg(ui.asOf),
    features: ui.activeProbabilityFeatures,
  };
  const { data } = await dispatch(dataApi.endpoints.start.initiate({ startRequest }, { track: false }));
  return data ?? null;
};

/** What the start is asked; where the choice of the instrument is the server's, with the days of any seal left out. */
function startFilters({ ui, filters, sealed: { seals } }: RootState) {
  return toConditions(
    explored(filters.active, ui.symbol === null ? Object.values(seals)[0] : seals[ui.symbol]),
  );
}

/** Let a user in once the start is there, and show it at once: its parts are where each component looks for its own. */
export const signInCompleted =
  (user: SessionUser, starting: Promise<StartAnswer | null>): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    dispatch(loadingStarted());
    const start = await starting;
    if (start) dispatch(kept(start, symbolArg(getState().ui.symbol)));
    dispatch(signedIn(user));
    if (!start) return;
    const asked = startFilters(getState());
    dispatch(fitToCatalogue(start.catalogue));
    dispatch(snapshotShown(start.summary));
    const { filters, sealed, ui } = getState();
    const key = keyOf(filters.active, start.summary.snapshot, sealed, ui.asOf);
    if (start.answer && sameJson(key.filters, asked)) dispatch(seeded(key, start.answer));
    else dispatch(computeSelection(filters.active, false)).catch(() => undefined);
  };

function kept({ summary, catalogue, values, snapshot }: StartAnswer, symbol: { symbol?: string }) {
  return dataApi.util.upsertQueryEntries([
    { endpointName: "summary", arg: symbol, value: summary },
    { endpointName: "features", arg: { ...symbol, profile: catalogue.profile }, value: catalogue },
    ...Object.entries(values).map(([feature, found]) => ({
      endpointName: "values" as const,
      arg: { name: feature, ...symbol },
      value: { feature, values: found, snapshot },
    })),
  ]);
}
