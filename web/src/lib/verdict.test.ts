import { expect, test } from "vitest";
import { untested, verdict } from "./verdict";

test.each([
  [0.0004, 0.03, "differs, also after correction"],
  [0.049, 0.049, "differs, also after correction"],
  [0.0004, 0.05, "differs here, as 1 in 20 random picks would"],
  [0.0206, 0.41, "differs here, as 1 in 20 random picks would"],
  [0.0499, 1, "differs here, as 1 in 20 random picks would"],
  [0.0206, null, "differs here, as 1 in 20 random picks would"],
  [0.05, 1, "no clear difference"],
  [0.7, 1, "no clear difference"],
  [0.7, null, "no clear difference"],
  [null, null, null],
  [undefined, 0.01, null],
])("p %o with q %o after correction reads %o", (p, q, words) => {
  expect(verdict(p, q)).toBe(words);
});

test.each([
  [1, "a filter makes this certain: no test"],
  [0, "a filter makes this impossible: no test"],
  [0.9868, "this feature is filtered: no test"],
  [null, "this feature is filtered: no test"],
])("a rate of %o that a filter decides: %s", (rate, words) => {
  expect(untested(rate)).toBe(words);
});
