import { isAnyOf, isRejectedWithValue, type ListenerMiddlewareInstance } from "@reduxjs/toolkit";
import { filtersApplied } from "@/features/filters/state/filters-slice";
import { preferencesChosen, preferencesRead } from "@/features/settings/state/preferences-slice";
import { flags } from "@/lib/flags";
import { pageSettings } from "@/lib/page-settings";
import type { AppDispatch, RootState } from "@/lib/state/hooks";
import { UsageClient } from "./client";
import { failureEvent, reported } from "./events";

interface FailedCall {
  payload?: { status?: unknown };
  meta?: { arg?: { endpointName?: string; originalArgs?: Asked & { computeRequest?: Asked } } };
}

interface Asked {
  filters?: object;
}

/** Report what the specification names, where an address to report to is configured; else nothing listens. */
export function reportUsage(
  startListening: ListenerMiddlewareInstance<RootState, AppDispatch>["startListening"],
) {
  const url = pageSettings().analyticsUrl;
  if (url === null) return;
  const client = new UsageClient({ url, environment: flags.environment });
  startListening({
    actionCreator: filtersApplied,
    effect: ({ payload }, { getState }) => {
      if (!getState().preferences.usageEvents) return;
      client.track("filters_applied", { filters: reported(payload.filters) });
    },
  });
  startListening({
    matcher: isAnyOf(preferencesChosen, preferencesRead),
    effect: (_, { getState }) => void (getState().preferences.usageEvents || client.forget()),
  });
  startListening({
    matcher: isRejectedWithValue,
    effect: (action, { getState, getOriginalState }) => {
      if (!getState().preferences.usageEvents) return;
      const { payload, meta } = action as FailedCall;
      const name = failureEvent(payload?.status);
      const isRetry = meta?.arg?.endpointName === "ping" || getOriginalState().connection.lostSince !== null;
      if (name && !isRetry) client.track(name, failedCall(meta));
    },
  });
  for (const moment of ["pagehide", "online"]) window.addEventListener(moment, () => void client.flush());
}

function failedCall(meta: FailedCall["meta"]) {
  const asked = meta?.arg?.originalArgs;
  const filters = asked?.computeRequest?.filters ?? asked?.filters ?? {};
  return { endpoint: meta?.arg?.endpointName ?? "unknown", filter_count: Object.keys(filters).length };
}
