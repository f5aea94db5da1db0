// @vitest-environment jsdom
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { type SessionUser, signedIn, signedOut } from "@/api/session/session-slice";
import { pageStore } from "@/app/testing/page-store";
import { preferencesChosen } from "@/kept/preferences/preferences-slice";
import { letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { filtersApplied } from "@/question/filters-slice";

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
});

function configured(address: string | null) {
  const settings = address ? { analyticsUrl: address } : {};
  document.head.innerHTML = '<meta name="session-almanac">';
  document.querySelector("meta")?.setAttribute("content", JSON.stringify(settings));
  return pageStore();
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

it("whoever turns usage events off sends none, not even those that wait", async () => {
  const sent = vi.spyOn(globalThis, "fetch");
  const store = configured(COLLECTOR);
  store.dispatch(filtersApplied({ filters: [gap], appliedAt: 0 }));
  store.dispatch(preferencesChosen({ usageEvents: false }));
  store.dispatch(filtersApplied({ filters: [gap], appliedAt: 1 }));
  window.dispatchEvent(new Event("pagehide"));
  await Promise.resolve();
  expect(sent.mock.calls.filter(([asked]) => String(asked) === COLLECTOR)).toEqual([]);
  expect(pageStore().getState().preferences.usageEvents).toBe(false);
});

it("a lost connection is reported once, what is tried while it is lost is not", async () => {
  const gone = () => HttpResponse.error();
  server.use(http.post("*/api/v2/filtered", gone), http.get("*/api/v2/date-range", gone));
  const store = configured(COLLECTOR);
  store.dispatch(signedIn(letIn.session.user as SessionUser));
  // Not the intervals: a frame that is asked for meanwhile would never come, in this test and in the next ones.
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout"],
    shouldAdvanceTime: true,
    advanceTimeDelta: 200,
  });
  const ask = (symbol: string) =>
    store.dispatch(dataApi.endpoints.dayCount.initiate({ ...key, symbol, snapshot: "s1" }));
  await ask("ES");
  await vi.waitFor(() => expect(store.getState().connection.lostSince).not.toBeNull());
  await ask("NQ");
  store.dispatch(signedOut());
  vi.useRealTimers();
  window.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(events).not.toEqual([]));
  expect(events).toMatchObject([{ name: "network_error", properties: { endpoint: "dayCount" } }]);
});

it("nothing is reported where no address is configured", async () => {
  const sent = vi.spyOn(globalThis, "fetch");
  const store = configured(null);
  store.dispatch(filtersApplied({ filters: [gap], appliedAt: 0 }));
  window.dispatchEvent(new Event("pagehide"));
  await Promise.resolve();
  expect(sent).not.toHaveBeenCalled();
});
