import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useSummary } from "@/api/catalogue";
import { dataApi, useDayCount } from "@/api/data-api";
import { symbolChosen } from "@/lib/state/ui-slice";
import { aCatalogue, aSummary, gapUp } from "@/lib/testing/fixtures";
import { held } from "@/lib/testing/held";
import { answerOf, server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { useSelectionKey } from "@/question/selection";
import { pageStore } from "../testing/page-store";

const NO_FILTERS: Filter[] = [];
const TOTALS: Record<string, number> = { s1: 531, s2: 540 };
const BUILT: Record<string, string> = { s1: "2026-03-28T00:00:00Z", s2: "2026-03-29T00:00:00Z" };

/** The server with one snapshot loaded; `now.id` may change, and `now.fails` name calls that come to nothing. */
function serving(now: { id: string; fails: string[]; computing?: Promise<void> }) {
  const answer = (call: string, body: object) =>
    now.fails.includes(call) ? new HttpResponse(null, { status: 500 }) : HttpResponse.json(body);
  const asked = (call: string, request: Request, body: object) =>
    now.fails.includes(call) ? new HttpResponse(null, { status: 500 }) : answerOf(now.id, request, body);
  const days = () => TOTALS[now.id] ?? 0;
  server.use(
    http.get("*/api/features", () => answer("features", { ...aCatalogue([gapUp], []), snapshot: now.id })),
    http.get("*/api/v2/summary", () => {
      const built_at = BUILT[now.id] ?? "";
      return answer("summary", { ...aSummary({ id: now.id, built_at }), totalDays: days() });
    }),
    http.post("*/api/v2/filtered", ({ request }) =>
      asked("filtered", request, { filtered_data: { total_days: days() } }),
    ),
    http.post("*/api/compute", async ({ request }) => {
      await now.computing;
      return asked("compute", request, { total_days: days(), data: { statistics: { features: {} } } });
    }),
  );
}

/** What is on screen: the total, the days that match, and whether these are still on their way. */
function Shown() {
  const key = useSelectionKey(NO_FILTERS);
  const { data, isFetching } = useDayCount(key);
  return <output>{[useSummary().data?.totalDays, data, isFetching].join(" ")}</output>;
}

function page() {
  const store = pageStore();
  render(<Shown />, { wrapper: ({ children }) => <Provider {...{ store, children }} /> });
  return store;
}

const said = (store: ReturnType<typeof pageStore>) =>
  store.getState().ui.toasts.map(({ message }) => message);

/** Wait for the calls under way, and for those they lead to. */
async function callsEnded(store: ReturnType<typeof pageStore>) {
  const running = () => store.dispatch(dataApi.util.getRunningQueriesThunk());
  for (let calls = running(); calls.length > 0; calls = running()) {
    await Promise.all(calls);
    await vi.advanceTimersByTimeAsync(1);
  }
}

const asked = { forceRefetch: true, subscribe: false };

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

it("newer data takes the place of older data as a whole, and says so when its figures are there", async () => {
  const { release, waiting } = held();
  const now = { id: "s1", fails: [] as string[] };
  serving(now);
  const store = page();
  expect(await screen.findByText("531 531 false")).toBeInTheDocument();
  Object.assign(now, { id: "s2", fails: ["features"], computing: waiting });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => {
    store.dispatch(dataApi.util.invalidateTags(["Data"]));
    await vi.advanceTimersByTimeAsync(10_000);
  });
  vi.useRealTimers();
  await waitFor(() => expect(store.getState().session.isOvertaken).toBe(true));
  expect(screen.getByText("531 531 true"), "its catalogue is missing").toBeInTheDocument();
  now.fails = [];
  await store.dispatch(dataApi.endpoints.summary.initiate({}, asked));
  await waitFor(() => expect(store.getState().session).toMatchObject({ snapshot: { id: "s2" } }));
  expect(store.getState().session.isOvertaken).toBe(false);
  expect(said(store).filter((text) => text.startsWith("New data"))).toEqual([]);
  release();
  await waitFor(() => expect(said(store)).toContain("New data was published. The figures are up to date."));
  expect(await screen.findByText("540 540 false")).toBeInTheDocument();
});

it("newer data whose figures did not all come says that", async () => {
  const now = { id: "s1", fails: [] as string[] };
  serving(now);
  const store = page();
  expect(await screen.findByText("531 531 false")).toBeInTheDocument();
  Object.assign(now, { id: "s2", fails: ["compute"] });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => {
    store.dispatch(dataApi.util.invalidateTags(["Data"]));
    await vi.advanceTimersByTimeAsync(10_000);
  });
  vi.useRealTimers();
  const text = "New data was published. Not all figures are up to date yet.";
  await waitFor(() => expect(said(store)).toContain(text));
});

it("data that was taken back: what waited for it is asked again of the data shown", async () => {
  const now = { id: "s1", fails: [] as string[] };
  serving(now);
  const store = page();
  expect(await screen.findByText("531 531 false")).toBeInTheDocument();
  server.use(
    http.post(
      "*/api/v2/filtered",
      ({ request }) => answerOf("s2", request, { filtered_data: { total_days: 540 } }),
      { once: true },
    ),
  );
  act(() => void store.dispatch(dataApi.util.invalidateTags(["Data"])));
  await waitFor(() => expect(store.getState().session.isOvertaken).toBe(true));
  await waitFor(() => expect(store.getState().session.isOvertaken).toBe(false));
  expect(await screen.findByText("531 531 false")).toBeInTheDocument();
  expect(said(store)).toEqual([]);
});

it("earlier data that is published again is shown once that is beyond doubt, and said to be earlier", async () => {
  const now = { id: "s2", fails: [] as string[] };
  serving(now);
  let catalogues = 0;
  server.use(
    http.get("*/api/features", () => {
      catalogues += 1;
    }),
  );
  const store = page();
  expect(await screen.findByText("540 540 false")).toBeInTheDocument();
  now.id = "s1";
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  act(() => void store.dispatch(dataApi.util.invalidateTags(["Data"])));
  await vi.waitFor(() => expect(store.getState().session.isOvertaken).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(2500));
  await act(async () => void (await store.dispatch(dataApi.endpoints.summary.initiate({}, asked))));
  expect(store.getState().session.snapshot?.id, "said twice, but not for long enough").toBe("s2");
  for (let steps = 0; steps < 25; steps += 1) await act(() => vi.advanceTimersByTimeAsync(200));
  vi.useRealTimers();
  await waitFor(() =>
    expect(said(store)).toEqual(["Earlier data was published again. The figures are up to date."]),
  );
  expect(await screen.findByText("531 531 false")).toBeInTheDocument();
  expect(catalogues, "that of each snapshot once").toBe(2);
});

describe("older data of a worker that is behind is not shown", () => {
  it.each([
    ["while others know better", 1000, "s2", "s1"],
    ["where another knows better when it is asked again", 2999, "s1", "s2"],
  ])("%s", async (_, wait, between, last) => {
    const now = { id: "s2", fails: [] as string[] };
    serving(now);
    const store = page();
    expect(await screen.findByText("540 540 false")).toBeInTheDocument();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const summaryOf = (id: string) =>
      act(async () => {
        now.id = id;
        await store.dispatch(dataApi.endpoints.summary.initiate({}, asked));
      });
    await summaryOf("s1");
    await act(() => vi.advanceTimersByTimeAsync(wait));
    await summaryOf(between);
    now.id = last;
    for (let steps = 0; steps < 35; steps += 1) await act(() => vi.advanceTimersByTimeAsync(100));
    await act(() => callsEnded(store));
    expect(store.getState().session.snapshot?.id).toBe("s2");
    expect(said(store)).toEqual([]);
  });
});

it("another instrument's data is shown at once, however old", async () => {
  const now = { id: "s2", fails: [] as string[] };
  serving(now);
  const store = page();
  expect(await screen.findByText("540 540 false")).toBeInTheDocument();
  const older = aSummary({ id: "n1", symbol: "NQ", built_at: "2026-03-01T00:00:00Z" });
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json(older)));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await act(
    async () => void (await store.dispatch(dataApi.endpoints.summary.initiate({ symbol: "NQ" }, asked))),
  );
  await vi.waitFor(() => expect(store.getState().session.snapshot).toEqual({ symbol: "NQ", id: "n1" }));
});

it("an instrument that was left again is not shown over the one chosen since, however late its catalogue comes", async () => {
  const { release, waiting } = held();
  serving({ id: "s1", fails: [] });
  const of = (request: Request) => new URL(request.url).searchParams.get("symbol") ?? "ES";
  const answered: string[] = [];
  server.use(
    http.get("*/api/v2/summary", ({ request }) => {
      const symbol = of(request);
      return HttpResponse.json(aSummary({ id: `s-${symbol}`, symbol }));
    }),
    http.get("*/api/features", async ({ request }) => {
      const symbol = of(request);
      if (symbol === "NQ") await waiting;
      answered.push(symbol);
      return HttpResponse.json({ ...aCatalogue([gapUp], []), snapshot: `s-${symbol}` });
    }),
  );
  const store = page();
  const shown = () => store.getState().session.snapshot?.symbol;
  const seen = new Set<string | undefined>();
  await waitFor(() => expect(shown()).toBe("ES"));
  seen.add(shown());
  store.subscribe(() => seen.add(shown()));
  act(() => void store.dispatch(symbolChosen("NQ")));
  await waitFor(() =>
    expect(dataApi.endpoints.summary.select({ symbol: "NQ" })(store.getState()).isSuccess).toBe(true),
  );
  act(() => void store.dispatch(symbolChosen("YM")));
  await waitFor(() => expect(shown()).toBe("YM"));
  release();
  await waitFor(() => expect(answered).toContain("NQ"));
  await act(() => callsEnded(store));
  expect([...seen]).toEqual(["ES", "YM"]);
});
