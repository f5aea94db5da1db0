import { expect, it } from "vitest";
import { readWithin } from "@/lib/text/number-text";
import { DEFAULT_AMA, readAmaSettings } from "./ama-settings";

it("reads what it wrote", () => {
  expect(readAmaSettings(JSON.parse(JSON.stringify(DEFAULT_AMA)))).toEqual(DEFAULT_AMA);
});

it("gives what an older version did not know its default, and leaves foreign entries behind", () => {
  expect(readAmaSettings({ bo: { climaxFactor: 2 }, sound: "on" })).toEqual({
    ...DEFAULT_AMA,
    bo: { ...DEFAULT_AMA.bo, climaxFactor: 2 },
  });
});

it.each([
  null,
  "text",
  [],
  { bo: null },
  { bo: { bullBreakout: "yes" } },
  { bo: { bigBreakoutMode: "huge" } },
  { bo: { climaxFactor: 3.1 } },
  { bo: { bigBreakoutFactor: null } },
  { zscore: { lookback: 5.5 } },
  { zscore: { lookback: 51 } },
  { zscore: { threshold: 0.4 } },
  { zscore: { paintDirection: "up" } },
  { ibs: { bullFilter: { enabled: true, threshold: 101 } } },
  { ibs: { ftBearFilter: 50 } },
  { rangeFilter: { lookback: 0 } },
  { rangeFilter: { factor: 0 } },
  { display: { colors: { "1": "blue" } } },
  { display: { emaColor: "#12345" } },
])("refuses what it cannot read: %j", (stored) => {
  expect(readAmaSettings(stored)).toBeNull();
});

it.each([
  ["1", 1],
  ["3.0", 3],
  [" 2.55 ", 2.55],
  ["0.99", null],
  ["3.01", null],
  ["", null],
  ["much", null],
  ["1e0", null],
  ["1,5", null],
])("a factor reads %j as %j", (text, value) => {
  expect(readWithin(text, { min: 1, max: 3, step: 0.1, fallback: 1.8 })).toBe(value);
});

it("a look back is a whole number", () => {
  const limits = { min: 5, max: 50, step: 1, fallback: 20 };
  expect(["5", "50", "7.5", "4", "51"].map((text) => readWithin(text, limits))).toEqual([
    5,
    50,
    null,
    null,
    null,
  ]);
});
