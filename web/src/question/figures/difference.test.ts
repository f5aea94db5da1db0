import { expect, test } from "vitest";
import { aCoin, aVerdict, otherDays } from "@/lib/testing/coins";
import { comparedFigures, differenceFigures, othersWords } from "./difference";

test("what is said of other days are the verdict's own words, with the page's minus sign", () => {
  expect(othersWords(otherDays())).toMatch(/^Other days: 50.00%. Looks different/);
  expect(othersWords(otherDays({ verdict: aVerdict({ words: "-1 point." }) }))).toBe("−1 point.");
  for (const none of [null, undefined]) expect(othersWords(none)).toBeNull();
});

test.each([
  [aCoin(), "+14.8 points (1.0 to 25.0)"],
  [otherDays(), "+25.0 points (6.0 to 41.0)"],
  [
    aCoin({ difference: -0.051, confidence_interval: { lower: -0.094, upper: -0.008 } }),
    "−5.1 points (−9.4 to −0.8)",
  ],
  [otherDays({ difference: null, confidence_interval: { lower: null, upper: null } }), "–"],
])("a difference of %o is read as %s", (compared, words) => {
  expect(comparedFigures(compared)).toBe(words);
});

test("the difference's figures bear its interval", () => {
  expect(differenceFigures({ value: -0.084, lower: -0.159, upper: -0.004 })).toBe(
    "−8.4 points (−15.9 to −0.4)",
  );
});
