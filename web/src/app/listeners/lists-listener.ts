import { isAnyOf } from "@reduxjs/toolkit";
import { askOnce } from "@/api/ask-once";
import { dayLists, putDayList, removeDayList } from "@/api/calls/lists-api";
import { catalogueArg, symbolArg } from "@/api/catalogue";
import { dataApi } from "@/api/data-api";
import { isRefused } from "@/api/request-error";
import { selectTier, snapshotShown } from "@/api/session/session-slice";
import type { RootState, StartListening } from "@/lib/state/hooks";
import { asksLists } from "@/question/filters";
import { fitToCatalogue } from "@/question/fit";

const { dayCount, compute, features } = dataApi.endpoints;
const isWritten = isAnyOf(putDayList.matchFulfilled, removeDayList.matchFulfilled);

/** Keep filters to the lists that there are: one whose list is gone is set aside until the list is back. */
export function keepListsCurrent(startListening: StartListening) {
  startListening({
    matcher: isAnyOf(snapshotShown, dayCount.matchRejected, compute.matchRejected),
    effect: (action, { dispatch, getState }) => {
      const isDue = snapshotShown.match(action) || isRefused((action as { payload?: unknown }).payload);
      if (!isDue || !hasLists(getState())) return;
      void dispatch(askOnce(dayLists.initiate(symbolArg(getState().ui.symbol), { forceRefetch: true })));
    },
  });
  startListening({
    matcher: dayLists.matchFulfilled,
    effect: async (_, { dispatch, getState }) => {
      if (!hasLists(getState())) return;
      const asked = catalogueArg(getState().ui.symbol, selectTier(getState()));
      const { data } = await dispatch(askOnce(features.initiate(asked)));
      if (data) dispatch(fitToCatalogue(data));
    },
  });
  startListening({
    matcher: isWritten,
    effect: (_, { dispatch, getState }) => {
      if (getState().filters.active.some(asksLists))
        dispatch(dataApi.util.invalidateTags(["Data", "Probability"]));
    },
  });
}

function hasLists({ filters: { active, pending, aside } }: RootState): boolean {
  return [...active, ...pending, ...aside].some(asksLists);
}
