import { followSlice, keepSlice, refused } from "@/kept/kept";
import { ledgerRead } from "@/kept/ledger/ledger-slice";
import { keptLedger, placeOf } from "@/kept/ledger/ledger-storage";
import { keptSeals } from "@/kept/ledger/seals-storage";
import { selectProfileList } from "@/kept/profiles/profiles-slice";
import type { AppDispatch, AppThunk, RootState, StartListening } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { formatCount } from "@/lib/text/format";
import { layoutProfiles } from "@/parts/profiles/layout-profiles";
import { readProfiles } from "@/parts/profiles/profile-actions";
import { sealsRead, selectSeal } from "@/question/seals-slice";
import { computeSelection } from "@/question/selection";

/** The cards of a screen are seen within less. */
const TOGETHER_MS = 50;

/** Open the ledger of the instrument and the layout profile shown, and keep what is written into it. */
export function keepLooks(startListening: StartListening) {
  let isRefused = false;
  startListening({
    predicate: (_, now) => shownPlace(now) !== null && shownPlace(now) !== now.ledger.place,
    effect: (_, { dispatch, getState }) => {
      if (getState().profiles.dashboard === undefined) dispatch(readProfiles(layoutProfiles));
      const place = shownPlace(getState());
      if (place !== null && place !== getState().ledger.place) dispatch(ledgerOpened(place));
    },
  });
  startListening({
    predicate: (action, now, before) => now.ledger !== before.ledger && !ledgerRead.match(action),
    effect: async (_, { dispatch, getState, cancelActiveListeners, delay }) => {
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
  followSlice(keptSeals, SEALED, dispatch);
  window.addEventListener("storage", ({ key }) =>
    dispatch((_, getState) => {
      if (key !== null && key === getState().ledger.place) dispatch(ledgerOpened(key));
    }),
  );
}

const SEALED = {
  select: ({ sealed }: RootState) => sealed,
  wasRead: sealsRead,
  what: "What you sealed or opened",
};

/** Keep what is sealed and what was opened, and fetch the days that a seal leaves. */
export function keepSealed(startListening: StartListening) {
  keepSlice(keptSeals, SEALED, startListening);
  startListening({
    predicate: (_, now, before) =>
      selectSeal(now) !== selectSeal(before) && now.session.snapshot === before.session.snapshot,
    effect: (_, { dispatch, getState }) =>
      void dispatch(computeSelection(getState().filters.active, false)).catch(() => undefined),
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
