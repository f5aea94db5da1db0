import { describe, expect, it } from "vitest";
import type { Filter } from "@/lib/filters";
import {
  emptyFilters,
  filterEdited,
  filtersApplied,
  filtersPruned,
  filtersReducer,
  nextActive,
} from "./filters-slice";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const half: Filter = { feature: "gap_size_pts", operator: "range", value: [1, null] };

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

  it("keeps the newest ten sets", () => {
    let state = emptyFilters;
    for (let at = 1; at <= 12; at += 1) {
      state = filtersReducer(state, filtersApplied({ filters: [gap], appliedAt: at }));
    }
    expect(state.history.map((set) => set.appliedAt)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });
});

it("pruning drops filters on unseen features and keeps dates and twins of seen ones", () => {
  const twin: Filter = { feature: "gap_up_prev", operator: "=", value: true };
  const dates: Filter = { feature: "Date_Range", operator: "range", value: ["2024-02-05", "2025-01-01"] };
  const state = { ...emptyFilters, active: [twin, dates, half] };
  expect(filtersReducer(state, filtersPruned(["gap_up"])).active).toEqual([twin, dates]);
});
