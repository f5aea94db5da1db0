import { isAnyOf } from "@reduxjs/toolkit";
import { snapshotShown } from "@/api/session/session-slice";
import { followSlice, keepSlice, refused } from "@/kept/kept";
import { ledgerEmptied, ledgerRead, lookSeen } from "@/kept/ledger/ledger-slice";
import { keptLedger, placeOf } from "@/kept/ledger/ledger-storage";
import { keptSeals } from "@/kept/ledger/seals-storage";
import { profilesRead, selectProfileList } from "@/kept/profiles/profiles-slice";
import type { AppDispatch, AppThunk, RootState, StartListening } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { formatCount } from "@/lib/text/format";
import { layoutProfiles } from "@/parts/profiles/layout-profiles";
import { readProfiles } from "@/parts/profiles/profile-actions";
import { daysSealed, envelopeOpened, sealsRead, selectSeal } from "@/question/seals-slice";
import { computeSelection } from "@/question/selection";

/** The cards of a screen are seen within less. */
const TOGETHER_MS = 50;

/** Open the ledger of the instrument and the layout profile shown, and keep what is written into it. */
export function keepLooks(startListening: StartListening) {
  let isRefused = false;
  startListening({
    matcher: isAnyOf(snapshotShown, profilesRead),
    effect: (_, { dispatch, getState }) => {
      if (getState().profiles.dashboard === undefined) dispatch(readProfiles(layoutProfiles));
      const place = shownPlace(getState());
      if (place !== null && place !== getState().ledger.place) dispatch(ledgerOpened(place));
    },
  });
  startListening({
    matcher: isAnyOf(lookSeen, ledgerEmptied),
    effect: async (_, { dispatch, getState, getOriginalState, cancelActiveListeners, delay }) => {
      if (getState().ledger === getOriginalState().ledger) return;
      cancelActiveListeners();
      await delay(TOGETHER_MS);
      const { ledger } = getState();
      const isKept = ledger.place === null || keptLedger(ledger.place).keep(ledger);
      if (!isKept && !isRefused) dispatch(refused("The ledger of looks"));
      isRefused = !isKept;
    },
  });
}

/** What another tab writes into the ledger shown, seals or opens stands in this one too. */
export function followLedger(dispatch: AppDispatch) {
  followSlice(keptSeals, sealsRead, dispatch);
  window.addEventListener("storage", ({ key }) =>
    dispatch((_, getState) => {
      if (key !== null && key === getState().ledger.place) dispatch(ledgerOpened(key));
    }),
  );
}

const SEALED = {
  select: ({ sealed }: RootState) => sealed,
  isChange: isAnyOf(daysSealed, envelopeOpened),
  what: "What you sealed or opened",
};

/** Keep what is sealed and what was opened, and fetch the days that a seal leaves. */
export function keepSealed(startListening: StartListening) {
  keepSlice(keptSeals, SEALED, startListening);
  startListening({
    matcher: isAnyOf(daysSealed, sealsRead),
    effect: (_, { dispatch, getState, getOriginalState }) => {
      if (selectSeal(getState()) === selectSeal(getOriginalState())) return;
      dispatch(computeSelection(getState().filters.active, false)).catch(() => undefined);
    },
  });
}

/** Where the looks at what is shown are kept; null until data is shown. */
function shownPlace({ session, profiles }: RootState): string | null {
  const { activeId } = selectProfileList({ profiles }, layoutProfiles.kind);
  return session.snapshot && placeOf(session.snapshot.symbol, activeId);
}

const ledgerOpened =
  (place: string): AppThunk =>
  (dispatch) => {
    const { value, unread } = keptLedger(place).load();
    dispatch(ledgerRead(value));
    const words = `Ledger of looks: ${formatCount(unread)} could not be read and were left out`;
    if (unread > 0) dispatch(toastAdded("error", words));
  };
