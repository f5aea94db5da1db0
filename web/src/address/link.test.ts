// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { keptHistory } from "@/kept/saved-filters";
import { viewOf } from "@/kept/view";
import { firstUi } from "@/lib/state/ui-slice";
import { aStore, letIn } from "@/lib/testing/render";
import { type Filter, idOf, toConditions } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { allDays } from "./days-slice";
import { firstGallery, galleryAsked, nothingOpened } from "./gallery-slice";
import { addressQuery, addressShown, linkQuery, readLink, replacedSet, withLink } from "./link";

const FILTERS: Filter[] = [
  { feature: "gap_up", operator: "=", value: true },
  { feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 },
  { feature: "gap_class_prev", operator: "in", value: ["full_up", "flat"] },
  { feature: "Date_Range", operator: "range", value: ["2019-03-04", "2021-06-30"] },
];
const search = (filters: unknown) => `?filters=${encodeURIComponent(JSON.stringify(filters))}`;

it("an address that was copied reads as what was shown", () => {
  const ui = { ...letIn.ui, activeProbabilityFeatures: ["gap_up", "or12_bo_sides"], symbol: "ES" };
  const state = { ...letIn, ui, filters: { ...emptyFilters, active: FILTERS } };
  expect(readLink(linkQuery(state))).toMatchObject({
    filters: FILTERS,
    probabilities: ["gap_up", "or12_bo_sides"],
    symbol: "ES",
    leftOut: null,
  });
});

it("an address opens the same view: categories, their order, previous day, chart day and AMA", () => {
  const layout = {
    selectedCategories: ["EOD", "GAPS"],
    categoryOrder: ["EOD", "GAPS", "OR12"],
    expandedCategories: ["EOD"],
    showPreviousDayFilters: true,
  };
  const ama = { ...letIn.chart.ama, zscore: { ...letIn.chart.ama.zscore, lookback: 30 } };
  const chart = { ...letIn.chart, amaOn: true, ama, selectedDate: "2024-05-03" };
  const query = linkQuery({ ...letIn, ui: { ...letIn.ui, ...layout }, chart });
  const shown = withLink(letIn, readLink(query));
  expect(shown.ui).toMatchObject(layout);
  expect(shown.chart).toEqual(chart);
});

it("an address names the instrument and the day that are shown, though neither was chosen", () => {
  const chart = { ...letIn.chart, selectedDate: null, shownDate: "2024-05-03" };
  const query = linkQuery({ ...letIn, chart });
  expect(letIn.ui.symbol).toBeNull();
  expect(readLink(query)).toMatchObject({ symbol: letIn.session.snapshot?.symbol, day: "2024-05-03" });
});

it("an address opens the same page of the gallery, and Back the one before", () => {
  const sort = { column: "gap_size_pts", descending: false };
  const view = { sort, page: 3, size: 60, captions: ["nr7"] } as const;
  const query = linkQuery({ ...letIn, gallery: { view: { ...view, captions: ["nr7"] }, place: null } });
  expect(readLink(query)).toMatchObject({ gallery: view, leftOut: null });
  expect(linkQuery({ ...letIn, gallery: nothingOpened })).not.toContain("gallery");
  expect(readLink(`?gallery=${encodeURIComponent(JSON.stringify({ ...view, size: 7 }))}`)).toMatchObject({
    gallery: null,
    leftOut: ["gallery"],
  });
  const store = aStore();
  store.dispatch(addressShown(`?${query}`));
  expect(store.getState().gallery.view).toEqual(view);
  store.dispatch(galleryAsked({ page: 4 }));
  store.dispatch(addressShown(`?${linkQuery(letIn)}`));
  expect(store.getState().gallery.view).toEqual(firstGallery);
});

it("an address opens the same table of days, and narrows the cards by the same text", () => {
  const part = { feature: "gap_up", module: "occurrence", place: "yes" } as const;
  const table = { ...allDays, bar: { part, label: "Gap Up, yes" }, columns: ["nr7"], page: 3 };
  const query = linkQuery({ ...letIn, days: table, find: { ...letIn.find, cardText: "gap & fill" } });
  expect(readLink(query)).toMatchObject({ cards: "gap & fill", table, leftOut: null });
  expect(readLink(linkQuery(letIn))).toMatchObject({ cards: null, table: null, leftOut: null });
});

it("an address opens the same view of the dashboard; one that names filters and no view opens all features", () => {
  const focused = { ...letIn, ui: { ...letIn.ui, view: "focus" as const, sidebarOpen: false } };
  const { view, sidebarOpen } = focused.ui;
  expect(withLink(letIn, readLink(linkQuery(focused))).ui).toMatchObject({ view, sidebarOpen });
  expect(withLink(focused, readLink(linkQuery(letIn))).ui).toMatchObject({ view: "all", sidebarOpen: true });
  expect(withLink(focused, readLink("?probabilities=gap_up")).ui.view).toBe("focus");
});

it("an address from a page without an open chart names the day that was chosen, if one was", () => {
  expect(readLink(linkQuery(letIn)).day).toBeNull();
});

it("an address of before says nothing of the view, and the receiver's stays", () => {
  const saved = { ...letIn, chart: { ...letIn.chart, amaOn: true, selectedDate: "2024-05-03" } };
  const shown = withLink(saved, readLink("?probabilities=gap_up"));
  expect(shown.chart).toEqual(saved.chart);
  expect(shown.ui).toEqual({ ...letIn.ui, activeProbabilityFeatures: ["gap_up"] });
});

it.each([
  ["layout", "{", "layout"],
  ["layout", '{"selectedCategories":["GAPS"]}', "layout"],
  [
    "layout",
    '{"selectedCategories":7,"categoryOrder":[],"expandedCategories":[],"showPreviousDayFilters":true}',
    "layout",
  ],
  ["day", "yesterday", "day"],
  ["day", "2024-02-31", "day"],
  ["ama", '{"amaOn":1}', "AMA settings"],
  ["ama", '{"amaOn":true,"ama":{"bo":7}}', "AMA settings"],
  ["only", "wall", "cards shown"],
  ["table", "{", "table of days"],
  ["table", '{"bar":null,"columns":null,"sort":{"column":"a","descending":true},"page":0}', "table of days"],
  ["table", '{"bar":{"label":"a"},"columns":[],"sort":{},"page":1}', "table of days"],
])("a part of the view that cannot be read changes nothing: %s=%s", (name, text, said) => {
  const link = readLink(`?${new URLSearchParams({ [name]: text })}`);
  expect(link.leftOut).toEqual([said]);
  expect(withLink(letIn, link)).toBe(letIn);
});

it("an address without a word on the view leaves what was kept", () => {
  const saved = { ...letIn, filters: { ...emptyFilters, active: FILTERS } };
  expect(withLink(saved, readLink("?user_id=7"))).toBe(saved);
});

it("a link beats what was kept, pending filters too", () => {
  const saved = { ...letIn, filters: { ...emptyFilters, active: FILTERS, pending: FILTERS } };
  const { filters, ui } = withLink(saved, readLink("?filters=%7B%7D&probabilities="));
  expect(filters).toMatchObject({ active: [], pending: [] });
  expect(ui.activeProbabilityFeatures).toEqual([]);
});

describe("the page's own address", () => {
  const active = FILTERS.slice(0, 1);
  const opened = { ...letIn.ui, activeProbabilityFeatures: ["gap_up"] };

  it("is bare while all is as at first, whatever instrument the server chose", () => {
    expect(addressQuery({ ...letIn, ui: firstUi })).toBe("");
    expect(addressQuery({ ...letIn, ui: opened })).toBe(linkQuery({ ...letIn, ui: opened }));
  });

  it("brings back what it said, and keeps what waits for Apply", () => {
    const before = { ...letIn, filters: { ...emptyFilters, active }, ui: opened };
    const pending = FILTERS.slice(1, 2);
    const chart = { ...letIn.chart, selectedDate: "2024-05-03", amaOn: true };
    const store = aStore({ filters: { ...emptyFilters, pending }, chart });
    store.dispatch(addressShown(`?${linkQuery(before)}`));
    const { filters, ui, chart: shown } = store.getState();
    expect(filters).toMatchObject({ active, pending });
    expect(keptHistory.load().value).toEqual([]);
    expect(ui.activeProbabilityFeatures).toEqual(["gap_up"]);
    expect([shown.selectedDate, shown.amaOn]).toEqual([null, false]);
  });

  it("that is bare brings back what is shown at first", () => {
    const ui = { ...opened, symbol: "NQ", selectedCategories: ["EOD"] };
    const store = aStore({ filters: { ...emptyFilters, active }, ui });
    store.dispatch(addressShown(""));
    expect(store.getState().filters.active).toEqual([]);
    expect(store.getState().ui).toEqual(firstUi);
    expect(addressQuery(store.getState())).toBe("");
  });

  it("brings back Focus and all features", () => {
    const store = aStore({ ui: opened });
    const all = linkQuery(store.getState());
    store.dispatch(addressShown(`?${all}&only=open`));
    expect(store.getState().ui.view).toBe("focus");
    expect(addressQuery(store.getState())).toContain("only=open");
    store.dispatch(addressShown(`?${all}`));
    expect(store.getState().ui).toEqual(opened);
  });

  it("leaves what it says already, and what cannot be read of it", () => {
    const store = aStore({ ui: opened });
    const { ui, chart, filters } = store.getState();
    store.dispatch(addressShown(`?${linkQuery(store.getState())}`));
    store.dispatch(addressShown("?filters=%7B&layout=7&day=2031&ama=x&symbol=%3Cb%3E"));
    expect(store.getState()).toMatchObject({ ui, chart, filters });
  });
});

describe("the filters a link replaces", () => {
  const dates: Filter = { feature: "Date_Range", operator: "range", value: ["2024-02-05", null] };
  const saved = {
    ui: letIn.ui,
    filters: { ...emptyFilters, active: FILTERS.slice(0, 1), pending: [dates] },
    chart: letIn.chart,
  };

  it("are the newest of the history, pending and incomplete ones too", () => {
    expect(replacedSet(saved, readLink("?filters=%7B%7D"), 7)).toEqual({
      filters: [...FILTERS.slice(0, 1), dates],
      view: viewOf(saved),
      appliedAt: 7,
    });
  });

  it("stay with what waits for Apply where the link says the same as the active ones", () => {
    const link = readLink(search({ gap_up: { operator: "=", value: true } }));
    expect(withLink(saved, link).filters).toBe(saved.filters);
    expect(replacedSet(saved, link, 7)).toBeNull();
  });

  it("are not where the link says the same", () => {
    const own = { ...saved, filters: { ...saved.filters, pending: [] } };
    expect(replacedSet(own, readLink(search({ gap_up: { operator: "=", value: true } })), 7)).toBeNull();
  });
});

it("a link nobody would make is cut to what the page can hold", () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`f${at}`, { operator: "=", value: at }]),
  );
  const cards = [...Array.from({ length: 300 }, (_, at) => `c${at}`), "x".repeat(5000)].join(",");
  const link = readLink(`${search(many)}&probabilities=${cards}&symbol=<img src=x onerror=alert(1)>`);
  expect(link.filters).toHaveLength(50);
  expect(link.probabilities).toHaveLength(200);
  expect(link.symbol).toBeNull();
  expect(link.leftOut).toEqual(["10 more", "open cards", "symbol"]);
});

it("names of the language's own are names and nothing else", () => {
  const text = '{"__proto__":{"operator":"=","value":1},"constructor":{"operator":"=","value":2}}';
  const link = readLink(`?filters=${encodeURIComponent(text)}`);
  expect(link.filters?.map(idOf)).toEqual(["__proto__", "constructor"]);
  expect(Object.keys(toConditions(link.filters ?? []))).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).operator).toBeUndefined();
});

describe("what cannot be sent is left out, and said", () => {
  it.each([
    { operator: "drop", value: 1 },
    { operator: "toString", value: 1 },
    { operator: "=", value: null },
    { operator: "=", value: { $gt: 0 } },
    { operator: "range", value: [1] },
    { operator: "in", value: [] },
    { operator: "=", value: [1] },
    { operator: "in", value: 1 },
    { operator: "in", value: ["a", null] },
    { operator: "=", value: "x".repeat(101) },
    { operator: "in", value: Array.from({ length: 501 }, () => 1) },
    { operator: "=", value: 1, by_bar: 82 },
    { operator: "=", value: 1, by_bar: "6" },
    "=1",
    null,
  ])("%o", (condition) => {
    const link = readLink(search({ gap_up: { operator: "=", value: true }, gap_fill_bar: condition }));
    expect(link.filters).toEqual([{ feature: "gap_up", operator: "=", value: true }]);
    expect(link.leftOut).toEqual(["gap_fill_bar"]);
  });

  it.each(["{", "[]", "null", "7"])("filters=%s changes no filter", (text) => {
    expect(readLink(`?filters=${encodeURIComponent(text)}`)).toMatchObject({ filters: null, leftOut: [] });
  });
});
