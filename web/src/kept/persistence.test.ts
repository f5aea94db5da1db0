// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { firstUi } from "@/lib/state/ui-slice";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { firstChart } from "./chart/chart-slice";
import { loadState, saveState } from "./persistence";
import { keepHistory, keepPresets, keptHistory, keptPresets } from "./saved-filters";

const HOUR = 60 * 60 * 1000;
const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const saved = {
  ui: { ...firstUi, theme: "dark" as const, selectedCategories: ["GLOBEX"], expandedCategories: ["GAPS"] },
  filters: { ...emptyFilters, active: [gap], isApplying: true },
  chart: firstChart,
};

it("filters come back within 24 hours, and a call under way does not", () => {
  saveState(saved, 0);
  const { filters } = loadState(24 * HOUR - 1);
  expect(filters).toEqual({ ...emptyFilters, active: [gap] });
});

it("filters of yesterday do not come back; the layout, the presets and the history do", () => {
  saveState(saved, 0);
  keepPresets({ set: { mine: { filters: [gap] } }, gone: [] });
  keepHistory([{ filters: [gap], appliedAt: 1 }]);
  const { filters, ui, leftOut } = loadState(24 * HOUR);
  expect(filters).toEqual(emptyFilters);
  expect(keptPresets.load().value).toEqual({ mine: { filters: [gap] } });
  expect(keptHistory.load().value).toEqual([{ filters: [gap], appliedAt: 1 }]);
  expect(ui).toEqual(saved.ui);
  expect(leftOut).toEqual([]);
});

it("how days are drawn comes back, the day itself does not", () => {
  const ama = { ...firstChart.ama, display: { ...firstChart.ama.display, emaColor: "#123456" } };
  const lines = firstChart.lines.map((line) => ({ ...line, visible: line.key !== "gxl" }));
  const waiting = { day: "2024-05-03", filters: [gap] };
  const days = { selectedDate: "2024-05-03", shownDate: "2024-05-03", whyOther: "w", alsoNear: "2024-05-06" };
  const chart = { ...days, waiting, amaOn: true, ama, lines, tooltipOn: false };
  saveState({ ...saved, chart }, 0);
  expect(loadState(1).chart).toEqual({ ...firstChart, amaOn: true, ama, lines, tooltipOn: false });
});

it("settings that cannot be read give way to the defaults, each on its own", () => {
  const ama = { ...firstChart.ama, display: { ...firstChart.ama.display, emaColor: "blue" } };
  const lines = firstChart.lines.map((line) => ({ ...line, strokeWidth: 2 }));
  saveState({ ...saved, chart: { ...firstChart, ama, lines } }, 0);
  expect(loadState(1).chart).toEqual({ ...firstChart, lines });
  expect(loadState(1).leftOut).toEqual(["chart settings"]);
});

it("the view of the dashboard comes back, and one that is none does not", () => {
  saveState({ ...saved, ui: { ...firstUi, view: "focus" } }, 0);
  expect(loadState(1).ui.view).toBe("focus");
  localStorage.setItem("session-almanac", '{"ui":{"view":"wall"},"savedAt":0}');
  sessionStorage.clear();
  expect(loadState(1)).toMatchObject({ ui: { view: "all" }, leftOut: ["view settings"] });
});

it("the bar that is asked as of comes back, and one that is none does not", () => {
  saveState({ ...saved, ui: { ...firstUi, asOf: "b12" } }, 0);
  expect(loadState(1).ui.asOf).toBe("b12");
  localStorage.setItem("session-almanac", '{"ui":{"asOf":"b99","view":"focus"},"savedAt":0}');
  sessionStorage.clear();
  const first = { asOf: "day", view: "focus" };
  expect(loadState(1)).toMatchObject({ ui: first, leftOut: ["view settings"] });
});

it.each([
  ["not json", ["view settings", "chart settings", "filters"]],
  ["[]", ["view settings", "chart settings", "filters"]],
  ["{}", []],
  [
    '{"ui":{"selectedCategories":"GAPS"},"filters":{"active":[null,7,{"feature":"x","operator":"drop","value":1}]},"savedAt":0}',
    ["view settings", "one without a name", "one without a name", "x"],
  ],
  [
    '{"ui":{"theme":"purple","symbol":{},"categoryOrder":[7],"__proto__":{"polluted":1}},"savedAt":0}',
    ["view settings"],
  ],
  ['{"filters":{"pending":{"0":1}},"savedAt":0}', ["all filters"]],
])("a damaged or foreign store gives the first state and says what is missing: %s", (text, leftOut) => {
  localStorage.setItem("session-almanac", text);
  expect(loadState(1)).toEqual({
    ui: firstUi,
    filters: emptyFilters,
    chart: firstChart,
    leftOut,
  });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

it("what can be read of another version's store is there, entry by entry", () => {
  const stored = {
    version: 9,
    savedAt: 0,
    ui: { theme: "dark", sidebarOpen: "yes", novel: 1 },
    filters: { active: [gap, { feature: "gap_size_pts", operator: "between", value: [1, 2] }] },
  };
  localStorage.setItem("session-almanac", JSON.stringify(stored));
  const { ui, filters, leftOut } = loadState(1);
  expect(ui).toEqual({ ...firstUi, theme: "dark" });
  expect(filters.active).toEqual([gap]);
  expect(leftOut).toEqual(["view settings", "gap_size_pts"]);
});

it("a tab comes back to its own view where another tab has written since", () => {
  saveState(saved, 0);
  const text = localStorage.getItem("session-almanac") ?? "";
  const theirs = { ...JSON.parse(text), savedBy: "another page", filters: { pending: [gap], active: [] } };
  localStorage.setItem("session-almanac", JSON.stringify(theirs));
  expect(loadState(1).filters.active).toEqual([gap]);
  sessionStorage.clear();
  expect(loadState(1).filters).toMatchObject({ active: [], pending: [gap] });
});

it("a storage that is full keeps nothing, says so, and the page knows it until it closes", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(saveState(saved, 0)).toBe(false);
  expect(loadState(1).filters.active).toEqual([gap]);
  full.mockRestore();
  expect(saveState(saved, 0)).toBe(true);
});

it("both questions of a comparison come back, and where nothing is pinned nothing is", () => {
  saveState({ ...saved, filters: { ...emptyFilters, active: [gap], pinned: [{ ...gap, value: false }] } }, 0);
  expect(loadState(1).filters).toMatchObject({ active: [gap], pinned: [{ ...gap, value: false }] });
  saveState({ ...saved, filters: { ...emptyFilters, pinned: [] } }, 0);
  expect(loadState(1).filters.pinned, "all days are A").toEqual([]);
  saveState(saved, 0);
  expect(loadState(1).filters.pinned).toBeNull();
});

it("that a filter is to be removed is known after a reload, and never read out of active filters", () => {
  const removed: Filter = { ...gap, value: null, removed: true };
  saveState({ ...saved, filters: { ...emptyFilters, active: [gap], pending: [removed] } }, 0);
  expect(loadState(1).filters).toMatchObject({ active: [gap], pending: [removed] });
  saveState({ ...saved, filters: { ...emptyFilters, active: [{ ...gap, removed: true }] } }, 0);
  expect(loadState(1).filters.active).toEqual([]);
});
