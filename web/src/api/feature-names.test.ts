import { expect, it } from "vitest";
import { baseName, featureName, laggedName, lagOf, withFeatureNames } from "./feature-names";

const FEATURES = [
  { name: "gap_fill_pct_max", displayName: "Deepest Gap Retrace (%)" },
  { name: "gap_up", displayName: "Gap Up" },
];

it.each([
  ["gap_up", "Gap Up"],
  ["gap_up_prev", "Gap Up, previous day"],
  ["gap_up_prev5", "Gap Up, 5 days before"],
  ["Date_Range", "Date Range"],
  ["moon_phase", "Moon phase"],
  ["10 more", "10 more"],
  ["<img src=x>", "<img src=x>"],
  ["__proto__", "__proto__"],
])("%s is called %s", (name, called) => {
  expect(featureName(name, FEATURES)).toBe(called);
});

it.each([
  ["gap_fill_pct_max: expected a number.", "Deepest Gap Retrace (%): expected a number."],
  ["filters.gap_up_prev.value: not so.", "filters.Gap Up, previous day.value: not so."],
  ["Date_Range: both ends.", "Date Range: both ends."],
  ["The file my_gap_up_list is full.", "The file my_gap_up_list is full."],
])("%s reads: %s", (text, read) => {
  expect(withFeatureNames(text, FEATURES)).toBe(read);
});

it.each([
  ["gap_up", "gap_up", 0],
  ["gap_up_prev", "gap_up", 1],
  ["gap_up_prev2", "gap_up", 2],
  ["gap_up_prev5", "gap_up", 5],
  ["gap_up_prev1", "gap_up_prev1", 0],
  ["gap_up_prev6", "gap_up_prev6", 0],
  ["prev_close", "prev_close", 0],
])("%s is %s, %i sessions before", (name, base, lag) => {
  expect([baseName(name), lagOf(name)]).toEqual([base, lag]);
  expect(laggedName(base, lag)).toBe(name);
});
