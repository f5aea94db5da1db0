import { render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Profiler } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCatalogue, useSummary } from "@/api/catalogue";
import { dataApi, useDayCount, useProbability } from "@/api/data-api";
import { type StartRequest, useValuesQuery } from "@/api/generated";
import { symbolChosen } from "@/lib/state/ui-slice";
import { aCatalogue, aSummary, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn as inside } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { applied, type Condition, type Filter } from "./filters";
import { emptyFilters, selectActive } from "./filters-slice";
import { daysSealed } from "./seals-slice";
import { useSelectionKey } from "./selection";
import { askStart, signInCompleted } from "./start";
import { KEPT_ASIDE } from "./words";

const gap: Condition = { feature: "gap_up", operator: "=", value: true };
const user = { ...inside.session.user, session_id: "s" } as Parameters<typeof signInCompleted>[0];
const result = { feature: "gap_class", modules: {} };
const answer = { total_days: 3, data: { statistics: { features: { gap_class: result } } }, snapshot: "s1" };
const whole = {
  summary: aSummary(),
  catalogue: aCatalogue([gapUp, gapClass, gapFillBar], []),
  values: { gap_fill_bar: [1, 5] },
  answer: answer as object | null,
  snapshot: "s1",
};

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  server.events.removeAllListeners();
});

/** The server's calls, in order; a start is answered by `start`. */
function serving(start: object | null) {
  const calls: string[] = [];
  const asked: StartRequest[] = [];
  const answered = (body: object) => HttpResponse.json({ snapshot: "s1", ...body });
  server.events.on("request:start", ({ request }) => void calls.push(new URL(request.url).pathname));
  server.use(
    http.post("*/api/v2/start", async ({ request }) => {
      asked.push((await request.json()) as StartRequest);
      return start ? HttpResponse.json(start) : new HttpResponse(null, { status: 404 });
    }),
    http.get("*/api/v2/summary", () => answered(aSummary())),
    http.get("*/api/features", () => answered(whole.catalogue)),
    http.get("*/api/v2/features/*/values", () => answered({ values: [1, 5] })),
    http.post("*/api/compute", () => answered(answer)),
    http.post("*/api/v2/filtered", () => answered({ filtered_data: { total_days: 3 } })),
    http.post("*/api/v2/probabilities", () => answered({ probabilities: { gap_class: result } })),
  );
  return { calls, asked };
}

/** What a page has of a visit's first answers, by each component's own hook. */
function Shown({ filters }: { filters: Filter[] }) {
  const key = useSelectionKey(filters);
  const parts = [
    useSummary().data?.totalDays,
    useCatalogue().data?.features.length,
    useValuesQuery({ name: "gap_fill_bar" }).data?.values.join("-"),
    useDayCount(key).data,
    useProbability(key && { ...key, feature: "gap_class" }).data?.feature,
  ];
  return <output>{parts.map((part) => part ?? "?").join(" ")}</output>;
}

const arriving = (active: Filter[]) =>
  aStore({
    session: { ...inside.session, status: "idle", user: null, snapshot: null },
    ui: { ...inside.ui, activeProbabilityFeatures: ["gap_class"] },
    filters: { ...emptyFilters, active },
  });

async function visit(store: ReturnType<typeof arriving>) {
  const entering = store.dispatch(signInCompleted(user, store.dispatch(askStart())));
  expect(store.getState().session.status).toBe("loading");
  await entering;
}

function shown(store: ReturnType<typeof arriving>) {
  let commits = 0;
  render(
    <Provider store={store}>
      <Profiler id="page" onRender={() => (commits += 1)}>
        <Shown filters={selectActive(store.getState())} />
      </Profiler>
    </Provider>,
  );
  return () => commits;
}

it("one call brings every component its part, in the commit that lets the visitor in", async () => {
  const { calls, asked } = serving(whole);
  const store = arriving([gap]);
  await visit(store);
  const commits = shown(store);
  expect(screen.getByRole("status")).toHaveTextContent("531 3 1-5 3 gap_class");
  expect(commits()).toBe(1);
  expect(calls).toEqual(["/api/v2/start"]);
  expect(asked).toEqual([{ filters: { gap_up: { operator: "=", value: true } }, features: ["gap_class"] }]);
  expect(store.getState().session).toMatchObject({
    status: "authenticated",
    snapshot: { symbol: "ES", id: "s1" },
  });
});

it("it asks groups as the page asks them, sealed days left out", async () => {
  const { calls, asked } = serving(whole);
  const group = applied({
    id: "group-1",
    kind: "any_of",
    of: [gap, { ...gap, feature: "gap_up_prev4", first_in: 3 }],
  });
  const store = arriving([group]);
  store.dispatch(daysSealed({ symbol: "ES", seal: { share: 20, from: "2024-03-02" } }));
  await visit(store);
  expect(asked[0]?.filters).toEqual([
    { any_of: [gap, { ...gap, feature: "gap_up_prev4", first_in: 3 }] },
    { feature: "Date_Range", operator: "range", value: ["1900-01-01", "2024-03-01"] },
  ]);
  expect(calls).toEqual(["/api/v2/start"]);
});

it("it asks for the symbol that was chosen, and its parts are that symbol's", async () => {
  const { calls, asked } = serving(whole);
  const store = arriving([]);
  store.dispatch(symbolChosen("ES"));
  await visit(store);
  expect(asked[0]).toMatchObject({ symbol: "ES" });
  const summary = dataApi.endpoints.summary.initiate({ symbol: "ES" }, { subscribe: false });
  expect((await store.dispatch(summary)).data).toEqual(whole.summary);
  expect(calls).toEqual(["/api/v2/start"]);
});

it("sealed days are left out of the first question, and what holds them is never shown", async () => {
  const ES = { share: 20, from: "2024-03-02" } as const;
  const { calls, asked } = serving(whole);
  const store = arriving([]);
  store.dispatch(daysSealed({ symbol: "ES", seal: ES }));
  await visit(store);
  const range = { operator: "range", value: ["1900-01-01", "2024-03-01"] };
  expect(asked[0]?.filters).toEqual({ Date_Range: range });
  expect(calls).toEqual(["/api/v2/start"]);

  const other = arriving([]);
  other.dispatch(daysSealed({ symbol: "NQ", seal: { ...ES, from: "2025-01-02" } }));
  other.dispatch(daysSealed({ symbol: "ES", seal: ES }));
  await visit(other);
  await waitFor(() => expect(other.getState().filters.isBatching).toBe(false));
  expect(calls.slice(1)).toEqual(["/api/v2/start", "/api/compute"]);
});

it("a question that is refused is put again as the catalogue leaves it", async () => {
  const { calls } = serving({ ...whole, answer: null });
  const store = arriving([gap, { ...gap, feature: "unseen" }]);
  await visit(store);
  expect(store.getState().filters).toMatchObject({ active: [gap], aside: [{ feature: "unseen" }] });
  expect(store.getState().ui.toasts.map(({ message }) => message)).toEqual([`${KEPT_ASIDE}: unseen`]);
  await waitFor(() => expect(store.getState().filters.isBatching).toBe(false));
  expect(calls).toEqual(["/api/v2/start", "/api/compute"]);
  shown(store);
  expect(screen.getByRole("status")).toHaveTextContent("531 3 1-5 3 gap_class");
  expect(calls).toHaveLength(2);
});

it("where it is not answered the visitor is let in, and each part is asked for by whoever shows it", async () => {
  const { calls } = serving(null);
  const store = arriving([]);
  await visit(store);
  expect(store.getState().session).toMatchObject({ status: "authenticated", snapshot: null });
  expect(store.getState().ui.toasts).toEqual([]);
  shown(store);
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("531 3 1-5 ? ?"));
  expect(calls.slice(1).toSorted()).toEqual([
    "/api/features",
    "/api/v2/features/gap_fill_bar/values",
    "/api/v2/summary",
  ]);
});
