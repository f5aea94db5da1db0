import { describe, expect, it } from "vitest";
import { type Filter, inLists } from "./filters";
import {
  asideDiscarded,
  asideReturned,
  asOfQueued,
  asOfWith,
  batchEnded,
  batchStarted,
  emptyFilters,
  filterEdited,
  filtersApplied,
  filtersLoaded,
  filtersReducer,
  filtersSetAside,
  filtersShown,
  nextActive,
  pendingCleared,
  pendingRemoved,
  selectEnabledFeatures,
} from "./filters-slice";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const half: Filter = { feature: "gap_size_pts", operator: "range", value: [2, 1] };

describe("editing", () => {
  it("replaces the feature's pending filter", () => {
    const first = filtersReducer(emptyFilters, filterEdited(gap));
    const second = filtersReducer(first, filterEdited({ ...gap, value: false }));
    expect(second.pending).toEqual([{ ...gap, value: false }]);
  });

  it("back to the active filter leaves nothing pending", () => {
    const applied = { ...emptyFilters, active: [gap], pending: [{ ...gap, value: false }] };
    expect(filtersReducer(applied, filterEdited(gap)).pending).toEqual([]);
  });
});

it("another by_bar alone is a change of an active filter", () => {
  const fill: Filter = { feature: "gap_fill_bar", operator: ">", value: 0, by_bar: 12 };
  const later = { ...fill, by_bar: 18 };
  const next = filtersReducer({ ...emptyFilters, active: [fill] }, filterEdited(later));
  expect(next.pending).toEqual([later]);
});

it("a text that is no number is a change of an active filter", () => {
  const unread: Filter = { ...gap, unread: { by_bar: "82" } };
  const next = filtersReducer({ ...emptyFilters, active: [gap] }, filterEdited(unread));
  expect(next.pending).toEqual([unread]);
  expect(nextActive(next)).toEqual([gap]);
});

describe("applying", () => {
  it("leaves an incomplete filter on its card and out of the active ones", () => {
    const state = { ...emptyFilters, pending: [gap, half] };
    expect(nextActive(state)).toEqual([gap]);
    const applied = filtersReducer(state, filtersApplied({ filters: nextActive(state), appliedAt: 1 }));
    expect(applied.active).toEqual([gap]);
    expect(applied.pending).toEqual([half]);
  });

  it("keeps an edit made while the server was answering", () => {
    const edited = { ...gap, value: false };
    const applied = filtersReducer(
      { ...emptyFilters, pending: [edited] },
      filtersApplied({ filters: [gap], appliedAt: 1 }),
    );
    expect(applied.pending).toEqual([edited]);
  });
});

describe("a filter the catalogue has no use for", () => {
  const edited: Filter = { ...gap, value: false };

  it("is kept aside, from the cards and from the active ones, the pending one before the active one", () => {
    const state = { ...emptyFilters, active: [gap, half], pending: [edited] };
    const next = filtersReducer(state, filtersSetAside([gap, edited]));
    expect(next).toMatchObject({ active: [half], pending: [], aside: [edited] });
  });

  it("comes back as pending, and never over what was set meanwhile", () => {
    const state = { ...emptyFilters, aside: [gap, half], pending: [edited] };
    const next = filtersReducer(state, asideReturned([gap, half]));
    expect(next).toMatchObject({ aside: [], pending: [edited, half] });
  });

  it("goes when it is discarded", () => {
    const next = filtersReducer({ ...emptyFilters, aside: [gap, half] }, asideDiscarded("gap_up"));
    expect(next.aside).toEqual([half]);
  });
});

it("loaded presets go into pending beside what is there; an active filter is not pending again", () => {
  const state = { ...emptyFilters, active: [gap], pending: [half] };
  const other: Filter = { feature: "gap_class", operator: "in", value: ["flat"] };
  expect(filtersReducer(state, filtersLoaded([gap, other])).pending).toEqual([half, other]);
});

it("the mark of a failed Apply stands until something changes", () => {
  const failed = filtersReducer(
    { ...emptyFilters, pending: [gap] },
    batchEnded({ applying: true, failed: true }),
  );
  expect(failed.hasFailed).toBe(true);
  for (const action of [
    filterEdited(half),
    pendingRemoved("gap_up"),
    pendingCleared(),
    batchStarted({ applying: true }),
  ])
    expect(filtersReducer(failed, action).hasFailed).toBe(false);
});

it("new data's batch beside an Apply neither ends the Apply nor takes back that one failed", () => {
  const renewal = { applying: false };
  const applying = filtersReducer(emptyFilters, batchStarted({ applying: true }));
  const both = filtersReducer(
    filtersReducer(applying, batchStarted(renewal)),
    batchEnded({ ...renewal, failed: true }),
  );
  expect(both.isApplying).toBe(true);
  expect(filtersReducer(both, batchEnded({ applying: true, failed: false })).isApplying).toBe(false);
  const failed = filtersReducer(
    { ...emptyFilters, pending: [gap] },
    batchEnded({ applying: true, failed: true }),
  );
  expect(filtersReducer(failed, batchStarted(renewal)).hasFailed).toBe(true);
});

it("the enabled features are those of the active filters, each once, dates and lists of days aside", () => {
  const twin: Filter = { feature: "gap_up_prev", operator: "=", value: true };
  const dates: Filter = { feature: "Date_Range", operator: "range", value: ["2024-02-05", "2025-01-01"] };
  const filters = { ...emptyFilters, active: [gap, twin, dates, inLists("textbook"), half] };
  expect(selectEnabledFeatures({ filters })).toEqual(["gap_up", "gap_size_pts"]);
});

it("filters that are shown again, by going back, leave no bar that waits, even for these filters", () => {
  const waiting = filtersReducer(
    { ...emptyFilters, pending: [gap] },
    asOfQueued({ asOf: "b12", filters: [gap] }),
  );
  expect(waiting.nextAsOf).toEqual({ asOf: "b12", filters: [gap] });
  expect(filtersReducer(waiting, filtersShown([gap]))).toMatchObject({ active: [gap], nextAsOf: null });
});

it("the bar that waits for filters is asked of any set that has all of them", () => {
  const waiting = { asOf: "b12", filters: [gap] };
  expect(asOfWith([half, gap], waiting, "open")).toBe("b12");
  expect(asOfWith([half], waiting, "open")).toBe("open");
  expect(asOfWith([gap], null, "open")).toBe("open");
});

describe("a filter that is to be removed", () => {
  const removed: Filter = { feature: "gap_up", operator: "=", value: null, removed: true };
  const waiting = { ...emptyFilters, active: [gap], pending: [removed] };

  it("is not among those that Apply makes active", () => {
    expect(nextActive(waiting)).toEqual([]);
  });

  it("is forgotten once its filter is gone, or kept aside", () => {
    expect(filtersReducer(waiting, filtersApplied({ filters: [], appliedAt: 1 })).pending).toEqual([]);
    const edited = { ...waiting, pending: [removed, half] };
    expect(filtersReducer(edited, filtersShown([])).pending).toEqual([half]);
    const aside = filtersReducer(waiting, filtersSetAside([gap]));
    expect(aside).toMatchObject({ aside: [gap], pending: [] });
  });

  it("stays where another set is applied that has it", () => {
    const next = filtersApplied({ filters: [gap, { ...gap, feature: "nr7" }], appliedAt: 1 });
    expect(filtersReducer(waiting, next).pending).toEqual([removed]);
  });
});
