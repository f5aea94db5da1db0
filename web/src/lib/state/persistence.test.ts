import { expect, it } from "vitest";
import type { Filter } from "@/lib/filters";
import { emptyFilters } from "./filters-slice";
import { loadState, saveState } from "./persistence";
import { firstUi } from "./ui-slice";

const HOUR = 60 * 60 * 1000;
const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const saved = {
  ui: { ...firstUi, theme: "dark" as const, selectedCategories: ["GLOBEX"] },
  filters: { ...emptyFilters, active: [gap], isApplying: true },
};

it("filters come back within 24 hours, and a call under way does not", () => {
  saveState(saved, 0);
  const { filters } = loadState(24 * HOUR - 1);
  expect(filters).toEqual({ ...emptyFilters, active: [gap] });
});

it("filters of yesterday do not come back, the layout does", () => {
  saveState(saved, 0);
  const { filters, ui } = loadState(24 * HOUR);
  expect(filters).toEqual(emptyFilters);
  expect(ui).toEqual({ ...firstUi, theme: "dark", selectedCategories: ["GLOBEX"] });
});

it.each(["not json", "{}", '{"ui":{"selectedCategories":"GAPS"},"filters":{"active":[null,7]},"savedAt":0}'])(
  "a damaged or foreign store gives the first state: %s",
  (text) => {
    localStorage.setItem("session-almanac", text);
    expect(loadState(1)).toEqual({ ui: firstUi, filters: emptyFilters });
  },
);
