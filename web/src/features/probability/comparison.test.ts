import { expect, test } from "vitest";
import { differenceFigures, differenceWords, occurrenceSentence } from "./comparison";
import { OCCURRENCE } from "./fixtures";

test.each([
  [{ value: 0.082, lower: 0.01, upper: 0.15 }, "+8.2 points, clearly above the other days"],
  [{ value: -0.082, lower: -0.15, upper: -0.01 }, "−8.2 points, clearly below the other days"],
  [{ value: 0.082, lower: -0.01, upper: 0.17 }, "no clear difference"],
  [{ value: 0.05, lower: 0, upper: 0.1 }, "no clear difference"],
])("the difference %o reads %s", (difference, words) => {
  expect(differenceWords(difference)).toBe(words);
});

test("without other days there is nothing to say", () => {
  expect(differenceWords(null)).toBeNull();
  expect(differenceWords(undefined)).toBeNull();
});

test("the difference's figures bear its interval", () => {
  expect(differenceFigures({ value: -0.084, lower: -0.159, upper: -0.004 })).toBe(
    "−8.4 points (−15.9 to −0.4)",
  );
});

test("the interval's drawing can be heard", () => {
  expect(occurrenceSentence(OCCURRENCE, { lower: 59.8, upper: 85.8 })).toBe(
    "75.00% of 40 days; 95% interval 59.80 to 85.80; other days 50.00%",
  );
  expect(occurrenceSentence({ ...OCCURRENCE, others: null }, null)).toBe("75.00% of 40 days");
});
