import { expect, it } from "vitest";
import { aFeature, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { filterWords } from "./filter-words";
import { type Condition, type Filter, inLists, type Operator } from "./filters";

const gapSize = aFeature({ name: "gap_size_pts", phrases: { phrase: "Gap size {range}" } });
const bodySize = aFeature({ name: "body", phrases: { phrase: "Day's body {range} of its range" } });
bodySize.metadata.unit = "%";
const highBar = aFeature({
  name: "hod_bar",
  type: "integer bar",
  business: { value_format: "bar" },
  phrases: { phrase: "Day's high set on {range}" },
});
const closedUp = aFeature({
  ...gapUp,
  name: "close_above_open",
  phrases: { phrase: "Day closed up", phrase_not: "Day closed down" },
});
const narrow = aFeature({ ...gapUp, name: "nr7", phrases: { phrase: "NR7 day" } });
const highBroken = aFeature({
  ...gapUp,
  name: "hoy",
  phrases: { phrase: "Yesterday's high broken", phrase_not: "Yesterday's high not broken" },
});
const features = new Map(
  [gapClass, gapFillBar, gapUp, gapSize, bodySize, highBar, closedUp, narrow, highBroken].map((each) => [
    each.name,
    each,
  ]),
);

const is = (feature: string, value: boolean): Condition => ({ feature, operator: "=", value });
const asks = (feature: string, operator: Operator, value: Condition["value"]): Condition => ({
  feature,
  operator,
  value,
});
const up = is("gap_up", true);
const down = is("close_above_open_prev", false);

it.each<[Filter, string]>([
  [up, "Gap up"],
  [is("gap_up", false), "No gap up"],
  [asks("gap_up", "!=", true), "No gap up"],
  [asks("gap_up", "=", null), "Gap up …"],
  [is("gap_up_prev", true), "Yesterday: gap up"],
  [is("nr7_prev", true), "Yesterday: NR7 day"],
  [is("hoy_prev", true), "Yesterday: the previous day's high broken"],
  [down, "Yesterday closed down"],
  [is("close_above_open_prev3", false), "3 days before: day closed down"],
  [asks("gap_class", "in", ["full_up", "flat"]), "Opening gap full up or flat"],
  [asks("gap_class", "not_in", ["flat"]), "Not: opening gap flat"],
  [asks("gap_class", "in", []), "Opening gap …"],
  [asks("gap_size_pts", "range", [10, 14]), "Gap size 10 to 14 points"],
  [asks("gap_size_pts", "range", [null, 2]), "Gap size 2 points or less"],
  [asks("gap_size_pts", "range", [2, null]), "Gap size 2 points or more"],
  [asks("gap_size_pts", "range", [null, null]), "Gap size … to … points"],
  [asks("gap_size_pts", ">=", 12), "Gap size 12 points or more"],
  [asks("gap_size_pts", "<", -1500.25), "Gap size under −1,500.25 points"],
  [asks("gap_size_pts", "!=", 2), "Gap size other than 2 points"],
  [asks("body", "range", [20, 40]), "Day's body 20% to 40% of its range"],
  [asks("body", "<=", 0.125), "Day's body 0.125% or less of its range"],
  [asks("hod_bar", "=", 3), "Day's high set on bar 3"],
  [asks("hod_bar", "!=", 3), "Day's high set on a bar other than 3"],
  [asks("hod_bar", "range", [3, 9]), "Day's high set on bars 3 to 9"],
  [asks("gap_fill_bar", "!=", 0), "Gap filled"],
  [asks("gap_fill_bar", ">", 0), "Gap filled"],
  [asks("gap_fill_bar", "=", 0), "Gap not filled"],
  [asks("gap_fill_bar", "in", [0, 7]), "Gap not filled, or on bar 7"],
  [asks("gap_fill_bar", "not_in", [0, 7]), "Gap filled on a bar other than 7"],
  [asks("gap_fill_bar", "!=", 7), "Gap not filled on bar 7"],
  [asks("gap_fill_bar", "range", [0, 7]), "Gap filled on bar 7 or earlier"],
  [asks("gap_fill_bar", "<=", 0), "Gap filled on no bar"],
  [{ ...asks("gap_fill_bar", "<=", 24), by_bar: 30 }, "Gap filled on bar 24 or earlier, by bar 30"],
  [{ ...up, first_in: 5 }, "Gap up, first time in 5 days"],
  [{ ...up, first_in: 1 }, "Gap up, first time in 1 day"],
  [{ id: "a", kind: "any_of", of: [up, down] }, "Gap up or yesterday closed down"],
  [{ id: "a", kind: "any_of", of: [] }, "…"],
  [{ id: "a", kind: "none_of", of: [up, is("nr7", true)] }, "Not (gap up or NR7 day)"],
  [{ id: "a", kind: "at_least", count: 1, of: [up, down] }, "At least 1 of (gap up, yesterday closed down)"],
  [inLists("gap_and go"), "In list gap_and go"],
  [{ ...inLists("gap and go"), operator: "not_in" }, "Not in list gap and go"],
  [{ id: "a", kind: "any_of", of: [up, inLists("textbook")] }, "Gap up or in list textbook"],
  [asks("Date_Range", "range", ["2024-02-05", "2025-01-01"]), "Dates 02/05/2024 to 01/01/2025"],
  [asks("unknown_one", "!=", 0), "Unknown one other than 0"],
  [is("unknown_one", true), "Unknown one"],
  [is("unknown_one", false), "Not: unknown one"],
  [asks("unknown_one", "!=", true), "Not: unknown one"],
])("%o is %s", (filter, words) => expect(filterWords(filter, features)).toBe(words));
