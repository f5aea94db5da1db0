import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { filterEdited } from "@/lib/state/filters-slice";
import { symbolChosen } from "@/lib/state/ui-slice";
import { aCatalogue, aCategory, aSummary, gapClass, gapUp } from "@/lib/testing/fixtures";
import { server } from "@/lib/testing/server";
import { createStore } from "./store";

function answers(snapshots: string[]) {
  const computed: { statistics_features: string[] }[] = [];
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, gapClass], [aCategory("GAPS")]))),
    http.get("*/api/v2/summary", () =>
      HttpResponse.json(aSummary({ id: (snapshots.length > 1 ? snapshots.shift() : snapshots[0]) ?? "" })),
    ),
    http.post("*/api/v2/filtered", () =>
      HttpResponse.json({ filtered_data: { total_days: 3 }, snapshot: snapshots[0] }),
    ),
    http.post("*/api/compute", async ({ request }) => {
      computed.push((await request.json()) as { statistics_features: string[] });
      return HttpResponse.json({
        total_days: 3,
        data: { statistics: { features: {} } },
        snapshot: snapshots[0],
      });
    }),
  );
  return computed;
}

it("the first summary asks once for the cards that are open at first start", async () => {
  const computed = answers(["s1"]);
  const store = createStore();
  await store.dispatch(dataApi.endpoints.summary.initiate({}));
  await waitFor(() => expect(store.getState().filters.isBatching).toBe(false));
  expect(computed).toHaveLength(1);
  expect(computed[0]?.statistics_features).toHaveLength(9);
  expect(store.getState().session.snapshot).toEqual({ symbol: "ES", id: "s1" });
});

it("an answer of another snapshot brings the new one in, and says so once", async () => {
  answers(["s1", "s2"]);
  const store = createStore();
  await store.dispatch(dataApi.endpoints.summary.initiate({}));
  await waitFor(() => expect(store.getState().session.snapshot?.id).toBe("s2"));
  expect(store.getState().ui.toasts.map((toast) => toast.type)).toEqual(["blank"]);
});

it("the catalogue drops open cards and filters of features the tier does not see", async () => {
  answers(["s1"]);
  const store = createStore();
  store.dispatch(filterEdited({ feature: "gap_up", operator: "=", value: true }));
  store.dispatch(filterEdited({ feature: "unseen", operator: "=", value: true }));
  await store.dispatch(dataApi.endpoints.features.initiate({}));
  expect(store.getState().filters.pending.map((filter) => filter.feature)).toEqual(["gap_up"]);
  expect(store.getState().ui.activeProbabilityFeatures).toEqual(["gap_class"]);
  expect(store.getState().ui.toasts.map((toast) => toast.message)).toEqual([
    "Not available here, left out: unseen",
  ]);
});

it("a kept instrument that the server no longer has gives the choice back", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json({ message: "Unknown." }, { status: 404 })));
  const store = createStore();
  store.dispatch(symbolChosen("GONE"));
  await store.dispatch(dataApi.endpoints.summary.initiate({ symbol: "GONE" }));
  expect(store.getState().ui.symbol).toBeNull();
  log.mockRestore();
});

it("what a person set up is there after the page comes back", () => {
  const store = createStore();
  store.dispatch(filterEdited({ feature: "gap_up", operator: "=", value: true }));
  window.dispatchEvent(new Event("pagehide"));
  expect(createStore().getState().filters.pending).toHaveLength(1);
});

it("an address that says what to show beats what was kept, and is read once", () => {
  const kept = createStore();
  kept.dispatch(filterEdited({ feature: "gap_up", operator: "=", value: true }));
  window.dispatchEvent(new Event("pagehide"));
  const filters = JSON.stringify({ gap_class: { operator: "in", value: ["flat"] } });
  history.replaceState(
    null,
    "",
    `/dashboard?user_id=7&probabilities=gap_up&filters=${encodeURIComponent(filters)}`,
  );
  for (const { filters, ui } of [createStore().getState(), createStore().getState()]) {
    expect(filters.active).toEqual([{ feature: "gap_class", operator: "in", value: ["flat"] }]);
    expect(filters.pending).toEqual([]);
    expect(ui.activeProbabilityFeatures).toEqual(["gap_up"]);
    expect(ui.toasts).toEqual([]);
  }
  expect(location.pathname + location.search).toBe("/dashboard?user_id=7");
});

it("a link that cannot be read changes nothing, and the page says so", () => {
  history.replaceState(null, "", "/dashboard?filters=%7B");
  const { filters, ui } = createStore().getState();
  expect(filters.active).toEqual([]);
  expect(ui.toasts.map((toast) => toast.message)).toEqual(["The link could not be read in full"]);
});
