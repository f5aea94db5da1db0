import { expect, it } from "vitest";
import { readParameters } from "@/address/parameters";
import { aFeature, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { askable } from "./askable";
import { QUIZ } from "./parameters";
import { insideDay } from "./testing";

const CHANCE = { days: "any", list: null, bar: null, feature: null, guesses: 1 };

it.each([
  ["", CHANCE],
  ["of=matching&bar=18&ask=gap_fill_bar", { ...CHANCE, days: "matching", bar: 18, feature: "gap_fill_bar" }],
  ["guesses=10&list=reversals", { ...CHANCE, list: "reversals", guesses: 10 }],
  ["of=mine&bar=7&ask=&guesses=7", CHANCE],
  ["of=&bar=1e1&filters=%7B%7D", CHANCE],
  ["bar=6.0&ask=__proto__", { ...CHANCE, feature: "__proto__" }],
])("an address says the choices: %s", (query, asked) => {
  expect(readParameters(QUIZ, new URLSearchParams(query))).toEqual(asked);
});

it("events are asked at every bar, a yes or no before it is certain and once it has begun", () => {
  const byNoon = { ...insideDay, name: "by_b12", known_at_bar: 12 };
  const afterOr12 = { ...insideDay, name: "after_or12", spans_from: 13 };
  const number = aFeature({ name: "range", type: "numeric" });
  const failed = { ...insideDay, name: "hoy_bo_failed" };
  const firstSide = aFeature({ name: "or12_first_bo", type: "enum", byBarSafe: true });
  const all = [gapUp, gapFillBar, insideDay, byNoon, afterOr12, number, failed, firstSide];
  const names = (bar: number | null) => askable(all, bar).map(({ name }) => name);
  expect(names(6)).toEqual(["gap_fill_bar", "inside_day", "by_b12"]);
  expect(names(12)).toEqual(["gap_fill_bar", "inside_day", "after_or12"]);
  expect(names(null)).toEqual(["gap_fill_bar", "inside_day", "by_b12", "after_or12"]);
});
