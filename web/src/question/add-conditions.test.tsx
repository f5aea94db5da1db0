import { expect, it } from "vitest";
import { aStore } from "@/lib/testing/render";
import { addConditions, isInQuestion } from "./add-conditions";
import type { Condition, Filter, Group } from "./filters";
import { emptyFilters } from "./filters-slice";

const tuesday: Condition = { feature: "weekday", operator: "in", value: ["Tue"] };
const up: Condition = { feature: "gap_up", operator: "=", value: true };
const any: Group = { id: "group-a", kind: "any_of", of: [up, tuesday] };

function pendingAfter(active: Filter[], added: Filter[]) {
  const store = aStore({ filters: { ...emptyFilters, active } });
  store.dispatch(addConditions(added));
  return store.getState().filters.pending;
}

it("a label joins those that are asked", () => {
  const friday = { ...tuesday, value: ["Fri"] };
  expect(pendingAfter([tuesday], [friday])).toEqual([{ ...tuesday, value: ["Tue", "Fri"] }]);
  expect(pendingAfter([tuesday], [tuesday])).toEqual([]);
});

it("a label for the first time in some days takes the place of one that is asked of every day", () => {
  const first = { ...tuesday, first_in: 5 };
  expect(pendingAfter([tuesday], [first])).toEqual([first]);
  expect(pendingAfter([first], [first])).toEqual([]);
  expect(isInQuestion({ ...emptyFilters, active: [tuesday] }, first)).toBe(false);
});

it("any of several waits beside single conditions, and is added once", () => {
  expect(pendingAfter([up], [any, tuesday])).toEqual([any, tuesday]);
  expect(pendingAfter([any], [any])).toEqual([]);
  expect(isInQuestion({ ...emptyFilters, active: [up] }, any)).toBe(false);
  expect(isInQuestion({ ...emptyFilters, pending: [any] }, any)).toBe(true);
});
