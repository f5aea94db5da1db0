import { expect, test } from "vitest";
import { proportion } from "./wilson";

/** statsmodels.stats.proportion.proportion_confint(days, n, method="wilson") */
const STATSMODELS = [
  [0, 1, 0.0, 0.7934506856227627],
  [0, 20, 0.0, 0.1611251580528194],
  [1, 1, 0.2065493143772374, 1.0],
  [18, 20, 0.6989663547715127, 0.9721335187862318],
  [38, 38, 0.9081901317744162, 1.0],
  [128, 189, 0.6076367981567362, 0.7397988643285661],
  [3151, 7000, 0.4385187185222712, 0.4618216869389441],
  [5, 189, 0.011351785099237888, 0.060424579305700846],
] as const;

test.each(STATSMODELS)("%i of %i days has statsmodels' Wilson limits", (days, n, lower, upper) => {
  const found = proportion(days, n);
  expect(found?.percentage).toBeCloseTo((100 * days) / n, 10);
  expect(found?.interval.lower).toBeCloseTo(100 * lower, 9);
  expect(found?.interval.upper).toBeCloseTo(100 * upper, 9);
});

test("no event gives exactly 0 below, an event on every day exactly 100 above", () => {
  expect(proportion(0, 7)?.interval.lower).toBe(0);
  expect(proportion(7, 7)?.interval.upper).toBe(100);
});

test("without a day nothing is known", () => {
  expect(proportion(0, 0)).toBeNull();
});
