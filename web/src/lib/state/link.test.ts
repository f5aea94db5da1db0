import { describe, expect, it } from "vitest";
import type { Filter } from "@/lib/filters";
import { letIn } from "@/lib/testing/render";
import { emptyFilters } from "./filters-slice";
import { linkAddress, readLink, withLink } from "./link";

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
  const { search } = new URL(linkAddress(state, "http://127.0.0.1:8000"));
  expect(readLink(search)).toEqual({
    filters: FILTERS,
    probabilities: ["gap_up", "or12_bo_sides"],
    symbol: "ES",
    isBroken: false,
  });
});

it("an address without a word on the view leaves what was kept", () => {
  const saved = { ui: letIn.ui, filters: { ...emptyFilters, active: FILTERS } };
  expect(withLink(saved, readLink("?user_id=7"))).toBe(saved);
});

it("a link beats what was kept, pending filters too", () => {
  const saved = { ui: letIn.ui, filters: { ...emptyFilters, active: FILTERS, pending: FILTERS } };
  const { filters, ui } = withLink(saved, readLink("?filters=%7B%7D&probabilities="));
  expect(filters).toEqual(emptyFilters);
  expect(ui.activeProbabilityFeatures).toEqual([]);
});

describe("what cannot be sent is left out, and said", () => {
  it.each([
    { operator: "drop", value: 1 },
    { operator: "toString", value: 1 },
    { operator: "=", value: null },
    { operator: "=", value: { $gt: 0 } },
    { operator: "range", value: [1] },
    { operator: "in", value: [] },
    { operator: "=", value: 1, by_bar: 82 },
    { operator: "=", value: 1, by_bar: "6" },
    "=1",
    null,
  ])("%o", (condition) => {
    const link = readLink(search({ gap_up: { operator: "=", value: true }, gap_fill_bar: condition }));
    expect(link.filters).toEqual([{ feature: "gap_up", operator: "=", value: true }]);
    expect(link.isBroken).toBe(true);
  });

  it.each(["{", "[]", "null", "7"])("filters=%s changes no filter", (text) => {
    expect(readLink(`?filters=${encodeURIComponent(text)}`)).toMatchObject({ filters: null, isBroken: true });
  });
});
