import { isAnyOf, isRejectedWithValue } from "@reduxjs/toolkit";
import { preferencesChosen, preferencesRead } from "@/kept/preferences/preferences-slice";
import { flags } from "@/lib/flags";
import { pageSettings } from "@/lib/page-settings";
import type { StartListening } from "@/lib/state/hooks";
import { conditionsIn, type Filter } from "@/question/filters";
import { filtersApplied } from "@/question/filters-slice";
import { type FailureName, UsageClient } from "./client";

interface FailedCall {
  payload?: { status?: unknown };
  meta?: { arg?: { endpointName?: string; originalArgs?: Record<string, object> } };
}

/** Report what the specification names, where an address to report to is configured; else nothing listens. */
export function reportUsage(startListening: StartListening) {
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

/** Of a filter only these three are ever reported. */
export function reported(filters: readonly Filter[]) {
  return filters.flatMap(conditionsIn).map(({ feature, operator, value }) => ({ feature, operator, value }));
}

/** The event a failed call makes, or null where it makes none (spec/product.md section 8). */
export function failureEvent(status: unknown): FailureName | null {
  if (status === 504 || status === "TIMEOUT_ERROR") return "api_timeout";
  if (status === 500) return "server_error";
  return status === "FETCH_ERROR" ? "network_error" : null;
}

/** The call's name and how many filters its own arguments or its body have. */
function failedCall(meta: FailedCall["meta"]) {
  const { originalArgs = {}, endpointName: endpoint = "unknown" } = meta?.arg ?? {};
  const bodies: { filters?: object }[] = [originalArgs, ...Object.values(originalArgs)];
  const filters = bodies.find((body) => body?.filters)?.filters ?? {};
  return { endpoint, filter_count: Object.keys(filters).length };
}
