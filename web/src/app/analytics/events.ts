import type { Filter } from "@/features/filters/state/filters";

/** Of a filter only these three are ever reported. */
export type ReportedFilter = Pick<Filter, "feature" | "operator" | "value">;

/** What the page reports, by name. `endpoint` is a call's name, never an address with its parameters. */
export interface UsageEvents {
  api_timeout: { endpoint: string; filter_count: number };
  server_error: { endpoint: string; filter_count: number };
  network_error: { endpoint: string; filter_count: number };
  filters_applied: { filters: ReportedFilter[] };
}

export type UsageEventName = keyof UsageEvents;

/** One event as it travels; `at` is ISO time. */
export interface UsageEvent {
  name: UsageEventName;
  at: string;
  properties: UsageEvents[UsageEventName];
}

export function reported(filters: readonly Filter[]): ReportedFilter[] {
  return filters.map(({ feature, operator, value }) => ({ feature, operator, value }));
}

/** The event a failed call makes, or null where it makes none (spec/product.md section 8). */
export function failureEvent(status: unknown): Exclude<UsageEventName, "filters_applied"> | null {
  if (status === 504 || status === "TIMEOUT_ERROR") return "api_timeout";
  if (status === 500) return "server_error";
  return status === "FETCH_ERROR" ? "network_error" : null;
}
