import { expect, it } from "vitest";
import { aFeature, gapFillBar } from "@/lib/testing/fixtures";
import type { Condition, Filter, GroupKind } from "./filters";
import { inLists } from "./filters";
import { lateFilters } from "./late-filters";

const features = new Map(
  [
    aFeature({ name: "gap_up" }),
    aFeature({ name: "own_gap" }),
    aFeature({ name: "trend_day", knownAt: "eod" }),
    gapFillBar,
  ].map((feature) => [feature.name, feature]),
);
const yes = (feature: string): Condition => ({ feature, operator: "=", value: true });
const group = (kind: GroupKind, of: Condition[], count?: number): Filter => ({
  ...{ id: "g", kind, of },
  ...(count !== undefined && { count }),
});
const [open, late] = [yes("gap_up"), yes("trend_day")];
const noFill: Condition = { feature: "gap_fill_bar", operator: "=", value: 0 };

it.each<[string, Filter, boolean]>([
  ["known at the open", open, false],
  ["known at the close", late, true],
  ["known at yesterday's close", yes("trend_day_prev"), false],
  ["that an event comes", { feature: "gap_fill_bar", operator: "<=", value: 24 }, false],
  ["that an event comes at all", { ...noFill, operator: ">" }, false],
  ["that an event does not come", noFill, true],
  ["that it has not come by a bar", { ...noFill, by_bar: 12 }, false],
  ["of a list of days", inLists("textbook"), true],
  ["of an own feature known at the open", yes("own_gap"), true],
  ["of an own feature of yesterday", yes("own_gap_prev"), false],
  ["of a feature that nobody knows", yes("moon"), false],
  ["any of two, one known in time", group("any_of", [open, late]), false],
  ["any of two, none known in time", group("any_of", [late, noFill]), true],
  ["none of two, one known at the close", group("none_of", [open, late]), true],
  ["none of two, both known in time", group("none_of", [open, open]), false],
  ["one of two at least", group("at_least", [open, late], 1), false],
  ["both of two at least", group("at_least", [open, late], 2), true],
])("a condition %s is late or not: %#", (_, filter, isLate) => {
  expect(lateFilters([filter], features)).toEqual(isLate ? [filter] : []);
});
