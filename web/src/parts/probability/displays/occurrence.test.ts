import { expect, test } from "vitest";
import { OCCURRENCE } from "../testing/fixtures";
import { occurrenceSentence } from "./occurrence";

test("the interval's drawing can be heard", () => {
  expect(occurrenceSentence(OCCURRENCE, { lower: 59.8, upper: 85.8 })).toBe(
    "75.00% of 40 days; 95% interval 59.80 to 85.80; other days 50.00%",
  );
  expect(occurrenceSentence({ ...OCCURRENCE, others: null }, null)).toBe("75.00% of 40 days");
});
