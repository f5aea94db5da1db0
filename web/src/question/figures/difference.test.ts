import { expect, test } from "vitest";
import { OCCURRENCE } from "@/parts/probability/testing/fixtures";
import { differenceFigures, differenceWords } from "./difference";

const [MORE, LESS] = [
  { value: 0.082, lower: 0.01, upper: 0.15 },
  { value: -0.082, lower: -0.15, upper: -0.01 },
];

test.each([
  [MORE, 0.001, 0.02, "+8.2 points, more often: differs, also after correction"],
  [LESS, 0.001, 0.02, "−8.2 points, less often: differs, also after correction"],
  [LESS, 0.03, 1, "−8.2 points, less often: differs here, as 1 in 20 random picks would"],
  [MORE, 0.06, 1, "no clear difference"],
])("the difference %o with p %o and q %o reads %s", (difference, p_value, q_value, words) => {
  expect(differenceWords({ ...OCCURRENCE, difference, p_value, q_value })).toBe(words);
});

test("without a test there is nothing to say", () => {
  expect(differenceWords({ ...OCCURRENCE, difference: null, p_value: null, q_value: null })).toBeNull();
});

test("the difference's figures bear its interval", () => {
  expect(differenceFigures({ value: -0.084, lower: -0.159, upper: -0.004 })).toBe(
    "−8.4 points (−15.9 to −0.4)",
  );
});
