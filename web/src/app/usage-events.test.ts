import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { filtersApplied } from "@/lib/state/filters-slice";
import { server } from "@/lib/testing/server";
import { createStore } from "./store";

const COLLECTOR = "http://127.0.0.1:9/events";
const gap = { feature: "gap_fill_bar", operator: "<=" as const, value: 24, by_bar: 30 };
const key = { filters: { a: { operator: "=" as const, value: 1 }, b: { operator: "=" as const, value: 1 } } };

let events: unknown[];

beforeEach(() => {
  events = [];
  vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(
    http.post(COLLECTOR, async ({ request }) => {
      events.push(...(JSON.parse(await request.text()) as { events: unknown[] }).events);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

afterEach(() => {
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

function configured(address: string | null) {
  const settings = address ? { analyticsUrl: address } : {};
  document.head.innerHTML = '<meta name="session-almanac">';
  document.querySelector("meta")?.setAttribute("content", JSON.stringify(settings));
  return createStore();
}

it("applied filters are reported by feature, operator and value when the page goes", async () => {
  const store = configured(COLLECTOR);
  store.dispatch(filtersApplied({ filters: [gap], appliedAt: 0 }));
  window.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(events[0]).toMatchObject({
    name: "filters_applied",
    properties: { filters: [{ feature: "gap_fill_bar", operator: "<=", value: 24 }] },
  });
  expect(JSON.stringify(events)).not.toContain("by_bar");
});

it("a call that times out is reported by its name and number of filters", async () => {
  server.use(http.post("*/api/v2/filtered", () => HttpResponse.json({}, { status: 504 })));
  const store = configured(COLLECTOR);
  await store.dispatch(dataApi.endpoints.dayCount.initiate({ ...key, symbol: "ES", snapshot: "s1" }));
  window.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(events[0]).toMatchObject({
    name: "api_timeout",
    properties: { endpoint: "dayCount", filter_count: 2 },
  });
});

it("nothing is reported where no address is configured", async () => {
  const sent = vi.spyOn(globalThis, "fetch");
  const store = configured(null);
  store.dispatch(filtersApplied({ filters: [gap], appliedAt: 0 }));
  window.dispatchEvent(new Event("pagehide"));
  await Promise.resolve();
  expect(sent).not.toHaveBeenCalled();
});
