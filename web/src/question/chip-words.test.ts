import { expect, it } from "vitest";
import { aFeature, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { chipWords } from "./chip-words";
import { type Condition, type Filter, inLists } from "./filters";

const gapSize = aFeature({ name: "gap_size_pct_adr", displayName: "Absolute Gap (% of ADR10)" });
const bullDay = aFeature({ ...gapUp, name: "close_above_open", displayName: "Bull Day (close above open)" });
const features = new Map([gapClass, gapFillBar, gapUp, gapSize, bullDay].map((each) => [each.name, each]));

const is = (feature: string, value: boolean): Condition => ({ feature, operator: "=", value });
const up = is("gap_up", true);
const down = is("close_above_open_prev", false);

it.each<[Filter, string]>([
  [up, "Gap Up"],
  [is("gap_up", false), "not Gap Up"],
  [is("gap_up_prev", true), "Gap Up, previous day"],
  [down, "not Bull Day, previous day"],
  [is("close_above_open_prev3", false), "not Bull Day, 3 days before"],
  [{ feature: "gap_class", operator: "in", value: ["full_up", "flat"] }, "Gap Class: Full up, Flat"],
  [{ feature: "gap_class", operator: "not_in", value: ["flat"] }, "Gap Class not in Flat"],
  [
    { feature: "gap_size_pct_adr", operator: "range", value: [20, 40] },
    "Absolute Gap (% of ADR10) 20–40 pts",
  ],
  [{ feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 }, "Gap Fill ≤ Bar 24 pts, by bar 30"],
  [{ ...up, first_in: 5 }, "Gap Up, first time in 5 days"],
  [{ id: "a", kind: "any_of", of: [up, down] }, "(Gap Up or not Bull Day, previous day)"],
  [{ id: "a", kind: "none_of", of: [up] }, "not (Gap Up)"],
  [
    { id: "a", kind: "at_least", count: 1, of: [up, down] },
    "at least 1 of (Gap Up, not Bull Day, previous day)",
  ],
  [inLists("gap and go"), "In list gap and go"],
  [{ ...inLists("gap and go"), operator: "not_in" }, "Not in list gap and go"],
  [{ id: "a", kind: "any_of", of: [up, inLists("textbook")] }, "(Gap Up or In list textbook)"],
])("%o is %s", (filter, words) => expect(chipWords(filter, features)).toBe(words));
