// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { createElement, type ReactNode } from "react";
import { Provider } from "react-redux";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "./filters";
import { asOfQueued, filterEdited } from "./filters-slice";
import { daysSealed } from "./seals-slice";
import { computeSelection, guardMs, useOwnSelectionKey, useSelectionKey, useTotalDays } from "./selection";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const open = { ...letIn.ui, activeProbabilityFeatures: ["gap_class"] };
const card = { filters: {}, symbol: "ES", snapshot: "s1", feature: "gap_class" };
const answer = { total_days: 3, data: { statistics: { features: {} } }, snapshot: "s1" };

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

it("cards wait 300 ms for each of them, between one and five seconds", () => {
  expect([0, 1, 4, 9, 50].map(guardMs)).toEqual([1000, 1000, 1200, 2700, 5000]);
});

it("cards stop waiting for a batch that takes longer than the guard, and the batch goes on", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post("*/api/compute", async () => {
      await held;
      return HttpResponse.json(answer);
    }),
  );
  const store = aStore({ ui: open });
  const applied = store.dispatch(computeSelection([gap], true));
  expect(store.getState().filters).toMatchObject({ isBatching: true, isApplying: true });
  await waitFor(() => expect(store.getState().filters.isBatching).toBe(false));
  expect(store.getState().filters).toMatchObject({ isApplying: true, active: [] });
  release();
  await applied;
  expect(store.getState().filters).toMatchObject({ isApplying: false, active: [gap] });
});

it("the same question within two seconds is not asked again on Apply; a new snapshot always asks", async () => {
  let asked = 0;
  server.use(
    http.post("*/api/compute", () => {
      asked += 1;
      return HttpResponse.json(answer);
    }),
  );
  vi.useFakeTimers({ toFake: ["Date"] });
  const store = aStore({ ui: open });
  await store.dispatch(computeSelection([gap], true));
  vi.setSystemTime(Date.now() + 1900);
  await store.dispatch(computeSelection([gap], true));
  expect(asked).toBe(1);
  await store.dispatch(computeSelection([gap], false));
  expect(asked).toBe(2);
  vi.setSystemTime(Date.now() + 2100);
  await store.dispatch(computeSelection([gap], true));
  expect(asked).toBe(3);
});

it("a batch that fails leaves the filters, keeps the old answers and has every open card ask again", async () => {
  let asked = 0;
  server.use(
    http.post("*/api/compute", () => HttpResponse.json({ message: "No." }, { status: 422 })),
    http.post("*/api/v2/probabilities", () => {
      asked += 1;
      return HttpResponse.json({ probabilities: { gap_class: { feature: "gap_class", asked } } });
    }),
  );
  const store = aStore({ ui: open });
  await store.dispatch(dataApi.endpoints.probability.initiate(card));
  await expect(store.dispatch(computeSelection([gap], true))).rejects.toMatchObject({ status: 422 });
  expect(store.getState().filters).toMatchObject({ active: [], hasFailed: true, isApplying: false });
  const shown = () => dataApi.endpoints.probability.select(card)(store.getState()).data;
  expect(shown()).toMatchObject({ asked: 1 });
  await waitFor(() => expect(shown()).toMatchObject({ asked: 2 }));
});

function inPage<T>(hook: () => T, store = aStore()) {
  const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
  return { store, ...renderHook(hook, { wrapper }) };
}

it("the page's question is as of its bar, or of the bar that waits for these filters", () => {
  const filters = [gap];
  const { store, result } = inPage(
    () => useSelectionKey(filters),
    aStore({ ui: { ...letIn.ui, asOf: "b12" } }),
  );
  expect(result.current).toMatchObject({ as_of: 12 });
  act(() => void store.dispatch(filterEdited(gap)));
  act(() => void store.dispatch(asOfQueued({ asOf: "b18", filters })));
  expect(result.current).toMatchObject({ as_of: 18 });
});

describe("once days are sealed", () => {
  const sealed = daysSealed({ symbol: "ES", seal: { share: 20, from: "2024-03-02" } });
  const Date_Range = { operator: "range", value: ["1900-01-01", "2024-03-01"] };
  const filters = [gap];

  function sealedLater<T>(hook: () => T) {
    const { store, result } = inPage(hook);
    const seal = () => act(() => void store.dispatch(sealed));
    return { result, seal };
  }

  it.each([
    ["the page's question", () => useSelectionKey(filters)],
    ["a screen's own question", () => useOwnSelectionKey(filters, "b12")],
  ])("%s leaves them out at once", (_, hook) => {
    const { result, seal } = sealedLater(hook);
    expect(result.current?.filters).not.toHaveProperty("Date_Range");
    seal();
    expect(result.current?.filters).toMatchObject({ Date_Range });
  });

  it("the number of all days is that of the others", async () => {
    const asked: unknown[] = [];
    server.use(
      http.get("*/api/v2/summary", () => HttpResponse.json({ ...aSummary(), totalDays: 531 })),
      http.post("*/api/v2/filtered", async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ filtered_data: { total_days: 425 }, snapshot: "s1" });
      }),
    );
    const { result, seal } = sealedLater(useTotalDays);
    await waitFor(() => expect(result.current).toBe(531));
    seal();
    expect(result.current, "never that of all the data").not.toBe(531);
    await waitFor(() => expect(result.current).toBe(425));
    expect(asked).toEqual([expect.objectContaining({ filters: { Date_Range } })]);
  });
});
