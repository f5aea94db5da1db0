import { render, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { Provider } from "react-redux";
import { expect, it, vi } from "vitest";
import { dataApi, useDayCount } from "@/api/data-api";
import { aStore, letIn } from "@/lib/testing/render";
import { answerOf, server } from "@/lib/testing/server";
import { chartApi } from "@/parts/chart-day/chart-api";
import type { Filter } from "@/question/filters";
import { computeSelection } from "@/question/selection";

const KEY = { filters: {}, symbol: "ES", snapshot: "s1" };
const gap: Filter = { feature: "gap_up", operator: "=", value: true };

/** The server that serves a snapshot; s2 is the next one. */
function serving(id: "s1" | "s2", path: string, body: object) {
  const named: unknown[] = [];
  server.use(
    http.post(`*/api${path}`, async ({ request }) => {
      named.push(((await request.clone().json()) as { snapshot?: string }).snapshot);
      return answerOf(id, request, body);
    }),
  );
  return named;
}

it("a figure of newer data does not stand beside those of the data shown: the older one waits", async () => {
  const log = vi.spyOn(console, "error");
  const counted = (total_days: number) => ({ filtered_data: { total_days } });
  serving("s1", "/v2/filtered", counted(3));
  const store = aStore();
  const Shown = () => {
    const { data, error, isFetching } = useDayCount(KEY);
    return <output>{[data ?? "none", String(error), String(isFetching)].join(" ")}</output>;
  };
  render(<Shown />, { wrapper: ({ children }) => <Provider {...{ store, children }} /> });
  expect(await screen.findByText("3 undefined false")).toBeInTheDocument();
  serving("s2", "/v2/filtered", counted(4));
  store.dispatch(dataApi.util.invalidateTags(["Data"]));
  await waitFor(() => expect(store.getState().session.isOvertaken).toBe(true));
  expect(screen.getByText("3 undefined true")).toBeInTheDocument();
  expect(store.getState().ui.toasts).toEqual([]);
  expect(log).not.toHaveBeenCalled();
});

it.each([
  ["/v2/probabilities", dataApi.endpoints.probability.initiate({ ...KEY, feature: "gap_up" })],
  ["/v2/filtered", dataApi.endpoints.dayCount.initiate(KEY)],
  ["/v2/charts/data", chartApi.endpoints.chartDay.initiate({ ...KEY, date: null, amaConfig: null })],
] as const)("what is asked about a snapshot is answered of it or not at all: %s", async (path, asking) => {
  const named = serving("s2", path, { probabilities: {}, filtered_data: { total_days: 4 } });
  const answer = await aStore().dispatch(asking as never);
  expect(answer).toMatchObject({ error: { status: 409, data: { code: "snapshot_gone" } } });
  expect(named, "asked once").toEqual(["s1"]);
});

it("an Apply that is refused for newer data asks that, shows the new filters, and keeps the figures under what they are of", async () => {
  const feature = { feature: "gap_class", modules: {} };
  const named = serving("s2", "/compute", {
    total_days: 4,
    data: { statistics: { features: { gap_class: feature } } },
  });
  const store = aStore({ ui: { ...letIn.ui, activeProbabilityFeatures: ["gap_class"] } });
  await store.dispatch(computeSelection([gap], true));
  expect(named).toEqual(["s1", undefined]);
  const { filters, session } = store.getState();
  expect(filters.active).toEqual([gap]);
  expect(session.isOvertaken).toBe(true);
  const selected = { ...KEY, filters: { gap_up: { operator: "=", value: true } } } as const;
  const days = (snapshot: string) =>
    dataApi.endpoints.dayCount.select({ ...selected, snapshot })(store.getState()).data;
  expect([days("s1"), days("s2")]).toEqual([undefined, 4]);
});
