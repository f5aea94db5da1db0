import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Route, Routes } from "react-router";
import { expect, it } from "vitest";
import { aCatalogue } from "@/lib/testing/fixtures";
import { held } from "@/lib/testing/held";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { ChartRoute, ChartsOnly } from "./screen-routes";

const load = async () => null;

/** The address of the chart and of a page with candles, for a tier with or without charts. */
function open(path: string, charts: boolean) {
  const { waiting, release } = held();
  const catalogue = aCatalogue([], []);
  Object.assign(catalogue.profile_limits.features, { charts });
  server.use(
    http.get("*/api/features", async () => {
      await waiting;
      return HttpResponse.json(catalogue);
    }),
  );
  const store = renderPage(
    <Routes>
      <Route path="/chart" element={<ChartRoute Chart={() => <p>candles</p>} load={load} />} />
      <Route path="/ama-demo" element={<ChartsOnly>candles</ChartsOnly>} />
      <Route path="/dashboard" element="dashboard" />
    </Routes>,
    aStore(),
    path,
  );
  return { store, answer: release };
}

it.each(["/chart", "/ama-demo"])("%s leads a tier without charts to the dashboard", async (path) => {
  const { store, answer } = open(path, false);
  expect(screen.getByRole("status")).toHaveTextContent("Loading data...");
  answer();
  expect(await screen.findByText("dashboard")).toBeVisible();
  expect(screen.queryByText("candles")).toBeNull();
  expect(store.getState().counters.chartViews).toBe(0);
});

it.each([
  ["/chart", 1],
  ["/ama-demo", 0],
])("%s is open to a tier with charts", async (path, views) => {
  const { store, answer } = open(path, true);
  expect(screen.queryByText("dashboard")).toBeNull();
  answer();
  expect(await screen.findByText("candles")).toBeVisible();
  await waitFor(() => expect(store.getState().counters.chartViews).toBe(views));
});
