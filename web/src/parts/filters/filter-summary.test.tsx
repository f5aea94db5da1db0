import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { clearFilter } from "@/question/apply-filters";
import type { Filter } from "@/question/filters";
import {
  batchEnded,
  batchStarted,
  emptyFilters,
  filterEdited,
  pendingRemoved,
} from "@/question/filters-slice";
import { FilterSummary } from "./filter-summary";
import { PendingCount } from "./pending-count";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const fill: Filter = { feature: "gap_fill_bar", operator: "<=", value: 24 };
const half: Filter = { feature: "gap_size_pts", operator: "range", value: [2, 1] };
const open = { ...letIn.ui, activeProbabilityFeatures: ["gap_class", "gap_fill_bar"] };
const result = (feature: string) => ({ feature, metadata: {}, modules: {} });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

function computeAnswers(bodies: unknown[]) {
  server.use(
    http.post("*/api/compute", async ({ request }) => {
      bodies.push(await request.json());
      const features = { gap_class: result("gap_class"), gap_fill_bar: result("gap_fill_bar") };
      return HttpResponse.json({
        total_days: 139,
        total_rows: 139 * 81,
        filters_applied: [],
        data: { charts: null, navigation: null, statistics: { features, metadata: {} } },
        metadata: {},
        snapshot: "s1",
      });
    }),
  );
}

it("counts what is pending, active and open, an incomplete filter not", () => {
  const filters = { ...emptyFilters, active: [gap], pending: [fill, half] };
  renderPage(<FilterSummary />, aStore({ filters, ui: open }));
  expect(screen.getByText("(1 pending, 1 active, 2 probabilities)")).toBeVisible();
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "Apply 1 Filter(s)",
    "Clear All",
    "Clear Filters",
    "Clear Probabilities",
    "Clear Pending Filters",
  ]);
});

it("shows nothing where nothing is set", () => {
  renderPage(<FilterSummary />);
  const summary = screen.getByLabelText("Filter summary");
  expect(summary).toHaveAttribute("data-unused", "true");
  expect(within(summary).getAllByText(/^(Apply|Clear)/)).toHaveLength(5);
});

it("has its five actions always, those with nothing to do disabled", () => {
  renderPage(<FilterSummary />, aStore({ ui: open }));
  const disabled = screen
    .getAllByRole("button")
    .filter((button) => button.matches(":disabled, [aria-disabled=true]"));
  expect(disabled.map((button) => button.textContent)).toEqual([
    "Apply 0 Filter(s)",
    "Clear Filters",
    "Clear Pending Filters",
  ]);
});

describe("Apply", () => {
  it("with nothing to apply asks nobody", async () => {
    const bodies: unknown[] = [];
    computeAnswers(bodies);
    renderPage(<FilterSummary />, aStore({ ui: open }));
    await userEvent.click(screen.getByRole("button", { name: "Apply 0 Filter(s)" }));
    expect(bodies).toEqual([]);
  });

  it("asks once for all open cards and puts the answers where the cards look", async () => {
    const bodies: unknown[] = [];
    computeAnswers(bodies);
    const filters = { ...emptyFilters, active: [gap], pending: [fill] };
    const store = renderPage(<FilterSummary />, aStore({ filters, ui: open }));
    await userEvent.click(screen.getByRole("button", { name: "Apply 1 Filter(s)" }));
    await waitFor(() => expect(store.getState().filters.active).toEqual([gap, fill]));
    const conditions = {
      gap_up: { operator: "=", value: true },
      gap_fill_bar: { operator: "<=", value: 24 },
    };
    expect(bodies).toEqual([
      {
        filters: conditions,
        symbol: "ES",
        snapshot: "s1",
        features: { statistics: true },
        statistics_features: ["gap_class", "gap_fill_bar"],
      },
    ]);
    const key = { filters: conditions, symbol: "ES", snapshot: "s1" } as const;
    const state = store.getState();
    expect(dataApi.endpoints.dayCount.select(key as never)(state).data).toBe(139);
    const cached = dataApi.endpoints.probability.select({ ...key, feature: "gap_class" } as never)(state);
    expect(cached.data).toEqual(result("gap_class"));
    expect(state.filters.pending).toEqual([]);
    expect(state.ui.toasts.map((toast) => toast.message)).toEqual(["Applied 1 filter(s)"]);
  });

  it("that fails leaves the filters as they were", async () => {
    server.use(http.post("*/api/compute", () => HttpResponse.json({ message: "No." }, { status: 422 })));
    const filters = { ...emptyFilters, active: [gap], pending: [fill] };
    const store = renderPage(<FilterSummary />, aStore({ filters }));
    await userEvent.click(screen.getByRole("button", { name: "Apply 1 Filter(s)" }));
    await waitFor(() => expect(store.getState().ui.toasts).toHaveLength(2));
    expect(store.getState().filters).toEqual({ ...filters, hasFailed: true });
    expect(store.getState().ui.toasts.map((toast) => toast.message)).toEqual([
      "No.",
      "Failed to apply filters",
    ]);
  });
});

describe("clearing", () => {
  const filters = { ...emptyFilters, active: [gap], pending: [fill, half] };

  it.each([
    ["Clear Filters", "Cleared all active filters", { pending: [fill, half], active: [] }, 2],
    ["Clear All", "Cleared all filters and probability analyses", { pending: [], active: [] }, 0],
    ["Clear Probabilities", "Cleared all probability analyses", { pending: [fill, half], active: [gap] }, 0],
  ])("%s: %s", async (button, toast, left, probabilities) => {
    computeAnswers([]);
    const store = renderPage(<FilterSummary />, aStore({ filters, ui: open }));
    await userEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(store.getState().ui.toasts.map((one) => one.message)).toEqual([toast]));
    expect(store.getState().filters).toMatchObject(left);
    expect(store.getState().ui.activeProbabilityFeatures).toHaveLength(probabilities);
  });

  it("Clear Pending Filters asks nobody", async () => {
    const store = renderPage(<FilterSummary />, aStore({ filters }));
    await userEvent.click(screen.getByRole("button", { name: "Clear Pending Filters" }));
    expect(store.getState().filters).toMatchObject({ pending: [], active: [gap] });
    expect(store.getState().ui.toasts).toMatchObject([
      { type: "success", message: "Cleared all pending filters" },
    ]);
  });

  it("all asks nobody while no filter is active", async () => {
    const store = renderPage(
      <FilterSummary />,
      aStore({ filters: { ...emptyFilters, pending: [fill] }, ui: open }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Clear All" }));
    expect(store.getState().filters.pending).toEqual([]);
    expect(store.getState().ui).toMatchObject({
      activeProbabilityFeatures: [],
      toasts: [{ type: "success", message: "Cleared all filters and probability analyses" }],
    });
  });

  it("all of nothing does nothing and says nothing", async () => {
    const store = renderPage(<FilterSummary />, aStore());
    const before = store.getState();
    await userEvent.click(screen.getByRole("button", { name: "Clear All" }));
    expect(store.getState()).toEqual(before);
  });

  it("all that fails puts the open cards back", async () => {
    server.use(http.post("*/api/compute", () => HttpResponse.json({ message: "No." }, { status: 422 })));
    const store = renderPage(<FilterSummary />, aStore({ filters, ui: open }));
    await userEvent.click(screen.getByRole("button", { name: "Clear All" }));
    await waitFor(() => expect(store.getState().ui.toasts.at(-1)?.message).toBe("Failed to clear all"));
    expect(store.getState().ui.activeProbabilityFeatures).toEqual(open.activeProbabilityFeatures);
    expect(store.getState().ui.pinnedFeature).toBe(open.pinnedFeature);
    expect(store.getState().filters).toEqual({ ...filters, hasFailed: true });
  });
});

it("an Apply that failed says so where the live count stood, until something changes", async () => {
  server.use(
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", () => HttpResponse.json({ filtered_data: { total_days: 139 } })),
  );
  const filters = { ...emptyFilters, pending: [fill], hasFailed: true };
  const store = renderPage(<PendingCount />, aStore({ filters }));
  expect(screen.getByRole("status")).toHaveTextContent("Not applied: your pending filter is kept");
  act(() => void store.dispatch(filterEdited(gap)));
  await waitFor(() =>
    expect(screen.getByRole("status")).toHaveTextContent("With the pending filters: 139 days"),
  );
});

it("the live count joins the pending filters to the active ones", async () => {
  let asked: unknown;
  server.use(
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", async ({ request }) => {
      asked = await request.json();
      return HttpResponse.json({ filtered_data: { total_days: 139 }, total_days: 139, snapshot: "s1" });
    }),
  );
  renderPage(
    <PendingCount />,
    aStore({ filters: { ...emptyFilters, active: [gap], pending: [fill, half] } }),
  );
  await waitFor(() =>
    expect(screen.getByRole("status")).toHaveTextContent("With the pending filter: 139 days (26.18%)"),
  );
  expect(asked).toEqual({
    filters: { gap_up: { operator: "=", value: true }, gap_fill_bar: { operator: "<=", value: 24 } },
    symbol: "ES",
    snapshot: "s1",
  });
});

it("says why the service refuses what is pending, until it is another", async () => {
  const words = "Gap Up equals True and not (Gap Up equals True) hold on no day; remove one of them.";
  server.use(
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", async ({ request }) => {
      const { filters } = (await request.json()) as { filters: object };
      if (Array.isArray(filters))
        return HttpResponse.json({ code: "contradiction", message: words }, { status: 422 });
      return HttpResponse.json({ filtered_data: { total_days: 139 }, total_days: 139, snapshot: "s1" });
    }),
  );
  const not: Filter = {
    id: "group-1",
    kind: "none_of",
    of: [{ feature: "gap_up", operator: "=", value: true }],
  };
  const filters = { ...emptyFilters, active: [gap], pending: [not] };
  const store = renderPage(<PendingCount />, aStore({ filters }));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(words));
  act(() => {
    store.dispatch(pendingRemoved("group-1"));
    store.dispatch(filterEdited(fill));
  });
  await waitFor(() =>
    expect(screen.getByRole("status")).toHaveTextContent("With the pending filter: 139 days"),
  );
});

it("the live count asks once for what is left alone, never for each key", async () => {
  const asked: unknown[] = [];
  server.use(
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ filtered_data: { total_days: 139 }, total_days: 139, snapshot: "s1" });
    }),
  );
  const store = renderPage(<PendingCount />);
  for (const value of [1, 12, 124])
    act(() => void store.dispatch(filterEdited({ feature: "gap_size_pts", operator: ">", value })));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("139 days"));
  expect(asked).toMatchObject([{ filters: { gap_size_pts: { operator: ">", value: 124 } } }]);
});

it("while an Apply is under way no filter goes and no count is asked for", async () => {
  const asked = vi.fn();
  server.use(
    http.post("*/api/v2/filtered", () => {
      asked();
      return HttpResponse.json({ filtered_data: { total_days: 5 } });
    }),
  );
  const store = aStore({});
  renderPage(<PendingCount />, store);
  act(() => {
    store.dispatch(filterEdited(fill));
    store.dispatch(batchStarted({ applying: true }));
    store.dispatch(clearFilter(fill.feature));
  });
  expect(store.getState().filters.pending).toEqual([fill]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(asked).not.toHaveBeenCalled();
  act(() => void store.dispatch(batchEnded({ applying: true, failed: true })));
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
});
