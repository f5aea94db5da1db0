import { describe, expect, it } from "vitest";
import type { Filter } from "@/lib/filters";
import { keepHistory, keepPreset, presetChanges, readHistory, readPresets } from "./saved-filters";

const PRESETS = "session-almanac.presets";
const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const fill: Filter = { feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 };
const half: Filter = { feature: "gap_size_pts", operator: "range", value: [1, null] };

describe("presets", () => {
  it("are read as they were kept, and are gone once deleted", () => {
    keepPreset("a", [gap, fill]);
    keepPreset("__proto__", [gap]);
    expect(Object.entries(readPresets().presets)).toEqual([
      ["a", [gap, fill]],
      ["__proto__", [gap]],
    ]);
    keepPreset("a", null);
    expect(Object.keys(readPresets().presets)).toEqual(["__proto__"]);
  });

  it("kept by another tab since stay, and so does what this version cannot read", () => {
    const stored = { theirs: [fill], future: { version: 9 }, partly: [gap, { feature: "x", operator: "~" }] };
    localStorage.setItem(PRESETS, JSON.stringify(stored));
    keepPreset("mine", [gap]);
    expect(JSON.parse(localStorage.getItem(PRESETS) ?? "")).toEqual({ ...stored, mine: [gap] });
    expect(readPresets()).toEqual({
      presets: { theirs: [fill], partly: [gap], mine: [gap] },
      unread: ["future", "partly"],
    });
  });

  it("in a text that is no map are put aside before the first new one is kept", () => {
    localStorage.setItem(PRESETS, "{half");
    expect(readPresets()).toEqual({ presets: {}, unread: ["list"] });
    keepPreset("mine", [gap]);
    expect(localStorage.getItem(`${PRESETS}.unread`)).toBe("{half");
    expect(readPresets()).toEqual({ presets: { mine: [gap] }, unread: [] });
  });

  it("that another tab changed are told apart from those it deleted", () => {
    const before = JSON.stringify({ a: [gap], b: [gap] });
    const after = JSON.stringify({ b: [fill], c: [gap] });
    expect(presetChanges(before, after)).toEqual({ set: { b: [fill], c: [gap] }, gone: ["a"] });
    expect(presetChanges(before, null)).toEqual({ set: {}, gone: ["a", "b"] });
  });
});

describe("the history", () => {
  const set = (appliedAt: number, filters = [gap]) => ({ filters, appliedAt });

  it("of two tabs is joined in the storage, the newest ten", () => {
    keepHistory([2, 4, 6, 8, 10, 12].map((at) => set(at)));
    keepHistory([1, 3, 5, 7, 9, 11].map((at) => set(at)));
    expect(readHistory().map(({ appliedAt }) => appliedAt)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  it("holds what can be read, incomplete filters too", () => {
    const bad = [null, 7, set(1e300), { filters: [gap] }, { filters: [], appliedAt: 3 }, { appliedAt: 4 }];
    localStorage.setItem("session-almanac.history", JSON.stringify([...bad, set(2, [half])]));
    expect(readHistory()).toEqual([set(2, [half])]);
  });

  it.each(["{", "{}", "7"])("that is no list is none: %s", (text) => {
    localStorage.setItem("session-almanac.history", text);
    expect(readHistory()).toEqual([]);
  });
});
