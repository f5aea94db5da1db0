import { expect, test } from "vitest";
import { asRead, listed } from "./format";

test.each([
  ["< -20 %", "< −20%"],
  [">= 40 pts", "≥ 40 pts"],
  ["-40 to -20 pts", "−40 to −20 pts"],
  ["The range >= 100 % holds 26 of 40 (65.00%).", "The range ≥ 100% holds 26 of 40 (65.00%)."],
  ["2024-02-05", "2024-02-05"],
])("the server's %s reads %s", (text, words) => {
  expect(asRead(text)).toBe(words);
});

test.each([
  [["a"], "a"],
  [["a", "b", "a"], "a, b"],
  [["a", "b", "c", "d", "e"], "a, b, c, d, e"],
  [["a", "b", "c", "d", "e", "f"], "a, b, c, d, e and 1 more"],
  [["x".repeat(41)], `${"x".repeat(40)}…`],
])("%o are listed as %s", (names, text) => {
  expect(listed(names)).toBe(text);
});
