import { cleanup, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { firstChart } from "@/kept/chart/chart-slice";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { chartApi } from "@/parts/chart-day/chart-api";
import { anAnswer } from "@/plot/candles/fixtures";
import ChartPage from "./chart-page";
import { answering, DATES, LATEST, select, setUp } from "./testing";

const MINUTE = 60_000;
const KEY = { filters: {}, symbol: "ES", snapshot: "s1", date: LATEST, amaConfig: null };

setUp();
afterEach(() => {
  vi.unstubAllGlobals();
});

/** How often the latest day was asked for, when the chart goes out of sight and comes back after `wait` ms. */
async function askedAfter(wait: number): Promise<number> {
  const asked = answering();
  const store = aStore({ chart: { ...firstChart, selectedDate: LATEST } });
  vi.useFakeTimers({ toFake: ["Date"] });
  const shown = async () => {
    renderPage(<ChartPage />, store);
    await select();
    await waitFor(() => expect(screen.queryByText("Loading chart data...")).toBeNull());
  };
  await shown();
  cleanup();
  vi.setSystemTime(Date.now() + wait);
  await shown();
  return asked.filter(({ selected_date }) => selected_date === LATEST).length;
}

it("a day that comes back into sight is asked for again only after 5 minutes", async () => {
  expect(await askedAfter(5 * MINUTE - 2000)).toBe(1);
  cleanup();
  expect(await askedAfter(5 * MINUTE + 2000)).toBe(2);
});

it("a day nobody shows is forgotten after 10 minutes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  server.use(http.post("*/api/v2/charts/data", () => HttpResponse.json(anAnswer({ dates: DATES }))));
  const store = aStore();
  const shown = store.dispatch(chartApi.endpoints.chartDay.initiate(KEY));
  await vi.advanceTimersByTimeAsync(0);
  await shown;
  shown.unsubscribe();
  const kept = () => Object.keys(store.getState()[dataApi.reducerPath].queries);
  await vi.advanceTimersByTimeAsync(10 * MINUTE - 2000);
  expect(kept()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(kept()).toEqual([]);
});

it("a day's call is given up after 30 s, wherever other calls are given up earlier", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (request: Request) => {
    return new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  });
  const store = aStore({ session: letIn.session });
  const asking = store.dispatch(chartApi.endpoints.chartDay.initiate(KEY));
  const isOver = () => store.getState()[dataApi.reducerPath].queries[asking.queryCacheKey]?.status;
  await vi.advanceTimersByTimeAsync(29_900);
  expect(isOver()).toBe("pending");
  await vi.advanceTimersByTimeAsync(200);
  expect((await asking).error).toMatchObject({ status: "TIMEOUT_ERROR" });
});
