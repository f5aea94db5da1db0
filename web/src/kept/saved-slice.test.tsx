import { describe, expect, it } from "vitest";
import { aStore } from "@/lib/testing/render";
import type { Filter } from "@/question/filters";
import { filtersApplied } from "@/question/filters-slice";
import { historyMerged, nothingSaved, presetsMerged, savedReducer } from "./saved-slice";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const half: Filter = { feature: "range_pts", operator: "range", value: [5, null] };

it("the history keeps the newest ten sets that were applied", () => {
  const store = aStore();
  for (let at = 1; at <= 12; at += 1) store.dispatch(filtersApplied({ filters: [gap], appliedAt: at }));
  const { history } = store.getState().saved;
  expect(history.map((set) => set.appliedAt)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
});

describe("presets", () => {
  it("are a map from names to filters, names of the language's own included", () => {
    let state = nothingSaved;
    for (const name of ["a", "__proto__", "constructor"])
      state = savedReducer(state, presetsMerged({ set: { [name]: { filters: [gap] } }, gone: [] }));
    expect(Object.keys(state.presets).sort()).toEqual(["__proto__", "a", "constructor"]);
    state = savedReducer(state, presetsMerged({ set: {}, gone: ["__proto__"] }));
    expect(Object.entries(state.presets)).toEqual([
      ["a", { filters: [gap] }],
      ["constructor", { filters: [gap] }],
    ]);
  });

  it("of another tab come and go, this tab's own stay", () => {
    const [set, other] = [{ filters: [gap] }, { filters: [half] }];
    const state = { ...nothingSaved, presets: { mine: set, theirs: set, gone: set } };
    const next = savedReducer(state, presetsMerged({ set: { theirs: other, fresh: set }, gone: ["gone"] }));
    expect(next.presets).toEqual({ mine: set, theirs: other, fresh: set });
  });
});

it("the history of two tabs is one, newest first, no set twice", () => {
  const set = (appliedAt: number) => ({ filters: [gap], appliedAt });
  const state = { ...nothingSaved, history: [set(5), set(1)] };
  const { history } = savedReducer(state, historyMerged([set(7), set(5), set(3)]));
  expect(history.map(({ appliedAt }) => appliedAt)).toEqual([7, 5, 3, 1]);
});
