// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { firstUi } from "@/lib/state/ui-slice";
import { aStore } from "@/lib/testing/render";
import type { Filter } from "@/question/filters";
import { filtersApplied } from "@/question/filters-slice";
import { firstChart } from "./chart/chart-slice";
import { keepHistory, keepPresets, keptHistory, keptPresets } from "./saved-filters";
import { viewOf } from "./view";

const PRESETS = "session-almanac.presets";
const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const fill: Filter = { feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 };
const half: Filter = { feature: "gap_size_pts", operator: "range", value: [1, null] };

describe("presets", () => {
  it("are a map from names to filters, names of the language's own included, and are gone once deleted", () => {
    keepPresets({ set: { a: { filters: [gap, fill] } }, gone: [] });
    for (const name of ["__proto__", "constructor"])
      keepPresets({ set: { [name]: { filters: [gap] } }, gone: [] });
    expect(Object.entries(keptPresets.load().value)).toEqual([
      ["a", { filters: [gap, fill] }],
      ["__proto__", { filters: [gap] }],
      ["constructor", { filters: [gap] }],
    ]);
    keepPresets({ set: {}, gone: ["a", "__proto__"] });
    expect(Object.keys(keptPresets.load().value)).toEqual(["constructor"]);
  });

  it("kept by another tab since stay, and so does what this version cannot read", () => {
    const stored = { theirs: [fill], future: { version: 9 }, partly: [gap, { feature: "x", operator: "~" }] };
    localStorage.setItem(PRESETS, JSON.stringify(stored));
    keepPresets({ set: { mine: { filters: [gap] } }, gone: [] });
    expect(JSON.parse(localStorage.getItem(PRESETS) ?? "")).toEqual({ ...stored, mine: { filters: [gap] } });
    expect(keptPresets.load()).toEqual({
      value: { theirs: { filters: [fill] }, partly: { filters: [gap] }, mine: { filters: [gap] } },
      unread: ["future", "partly"],
    });
  });

  it("in a text that is no map are put aside before the first new one is kept", () => {
    localStorage.setItem(PRESETS, "{half");
    expect(keptPresets.load()).toEqual({ value: {}, unread: ["list"] });
    keepPresets({ set: { mine: { filters: [gap] } }, gone: [] });
    expect(localStorage.getItem(`${PRESETS}.unread`)).toBe("{half");
    expect(keptPresets.load()).toEqual({ value: { mine: { filters: [gap] } }, unread: [] });
  });
});

describe("the view of a set", () => {
  const view = viewOf({ ui: firstUi, chart: { ...firstChart, selectedDate: "2024-05-03" } });

  it("is kept beside its filters, in presets and in the history", () => {
    keepPresets({ set: { mine: { filters: [gap], view } }, gone: [] });
    keepHistory([{ filters: [gap], view, appliedAt: 5 }]);
    expect(keptPresets.load()).toEqual({ value: { mine: { filters: [gap], view } }, unread: [] });
    expect(keptHistory.load().value).toEqual([{ filters: [gap], view, appliedAt: 5 }]);
  });

  it("that cannot be read in part leaves the rest, and the preset is named", () => {
    const entry = { filters: [gap], view: { ...view, layout: 7, day: "2024-02-31" } };
    localStorage.setItem(PRESETS, JSON.stringify({ mine: entry, odd: { filters: [gap], view: "all" } }));
    const { value: presets, unread } = keptPresets.load();
    expect(presets.mine).toEqual({ filters: [gap], view: { ...view, layout: null, day: null } });
    expect(unread).toEqual(["mine", "odd"]);
  });
});

describe("the history", () => {
  const set = (appliedAt: number, filters = [gap]) => ({ filters, appliedAt });

  it("keeps the newest ten sets that were applied", () => {
    const store = aStore();
    for (let at = 1; at <= 12; at += 1) store.dispatch(filtersApplied(set(at)));
    expect(keptHistory.load().value.map(({ appliedAt }) => appliedAt)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ]);
  });

  it("holds no set twice", () => {
    keepHistory([set(5), set(1)]);
    keepHistory([set(7), set(5), set(3)]);
    expect(keptHistory.load().value.map(({ appliedAt }) => appliedAt)).toEqual([7, 5, 3, 1]);
  });

  it("of two tabs is joined in the storage, the newest ten", () => {
    keepHistory([2, 4, 6, 8, 10, 12].map((at) => set(at)));
    keepHistory([1, 3, 5, 7, 9, 11].map((at) => set(at)));
    expect(keptHistory.load().value.map(({ appliedAt }) => appliedAt)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ]);
  });

  it("holds what can be read, incomplete filters too", () => {
    const bad = [null, 7, set(1e300), { filters: [gap] }, { filters: [], appliedAt: 3 }, { appliedAt: 4 }];
    localStorage.setItem("session-almanac.history", JSON.stringify([...bad, set(2, [half])]));
    expect(keptHistory.load().value).toEqual([set(2, [half])]);
  });

  it.each(["{", "{}", "7"])("that is no list is none: %s", (text) => {
    localStorage.setItem("session-almanac.history", text);
    expect(keptHistory.load().value).toEqual([]);
  });
});
