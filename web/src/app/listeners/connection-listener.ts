import { isAnyOf, isFulfilled, isRejectedWithValue, type ListenerEffectAPI } from "@reduxjs/toolkit";
import { askOnce } from "@/api/ask-once";
import { shownArg } from "@/api/catalogue";
import { connectionBack, connectionLost, tryAsked } from "@/api/connection-slice";
import { dataApi } from "@/api/data-api";
import { LIFETIMES } from "@/api/lifetimes";
import { type CallError, isCutOff, isUnanswered } from "@/api/request-error";
import type { AppDispatch, RootState, StartListening } from "@/lib/state/hooks";

type Listening = ListenerEffectAPI<RootState, AppDispatch>;

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

const { onOnline, onOffline, onFocus } = dataApi.internalActions;
const isWoken = isAnyOf(tryAsked, onOnline, onFocus, isFulfilled);

/**
 * When a call goes unanswered, ping the server: at once, at distances that double up to half a minute, and when there
 * is cause to hope. Once it answers, what is shown is asked for again, without an outage every half a minute at most.
 */
export function keepConnection(startListening: StartListening) {
  let askedAt = Number.NEGATIVE_INFINITY;
  startListening({
    matcher: isAnyOf(onOffline, isRejectedWithValue),
    effect: async (action, listening) => {
      if (!onOffline.match(action) && !isUnanswered(failureOf(action))) return;
      listening.unsubscribe();
      const wasLost = await answered(listening, Date.now());
      const isDue = isCutOff(failureOf(action)) && Date.now() - askedAt >= LONGEST_WAIT_MS;
      if (wasLost || isDue) {
        askedAt = Date.now();
        listening.dispatch(onOnline());
      }
      listening.subscribe();
    },
  });
}

/** A page that comes back into sight after a while asks whether its snapshot is still served; figures are not asked for again. */
export function askForNewerData(startListening: StartListening) {
  let askedAt = Date.now();
  startListening({
    actionCreator: onFocus,
    effect: async (_, listening) => {
      const isDue = Date.now() - askedAt >= LIFETIMES.fresh * 1000;
      if (!isDue || listening.getState().session.status !== "authenticated") return;
      askedAt = Date.now();
      await ping(listening);
    },
  });
}

function failureOf(action: unknown): unknown {
  return isRejectedWithValue(action) ? (action.payload as Partial<CallError> | undefined)?.status : undefined;
}

/** Waits until somebody answers or the visitor is signed out; whether the connection was lost meanwhile. */
async function answered(listening: Listening, missedAt: number) {
  const { dispatch, getState, take } = listening;
  let wait = 0;
  while (getState().session.status === "authenticated" && !(await ping(listening))) {
    dispatch(connectionLost(missedAt));
    wait = Math.min(Math.max(2 * wait, FIRST_WAIT_MS), LONGEST_WAIT_MS);
    await take(isWoken, wait);
  }
  const wasLost = getState().connection.lostSince !== null;
  if (wasLost) dispatch(connectionBack());
  return wasLost && getState().session.status === "authenticated";
}

/** Whether anybody answers who can. */
async function ping({ dispatch, getState }: Listening): Promise<boolean> {
  const { session, ui } = getState();
  const arg = shownArg(session.snapshot, ui.symbol);
  const asking = askOnce(dataApi.endpoints.ping.initiate(arg, { forceRefetch: true }));
  const { error } = await dispatch(asking);
  return !isUnanswered((error as Partial<CallError> | undefined)?.status);
}
