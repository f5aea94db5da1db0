import { expect, it } from "vitest";
import { aBrier } from "./testing";
import { brierWords, overallWords } from "./words";

const outcome = (code: "better" | "worse" | "cannot_tell" | null) => ({
  ...{ feature: "gap_up", neighbours: aRate, all: aRate, forecast: 0.5, difference: null },
  brier: code && aBrier(code),
});
const aRate = {
  ...{ occurrence: 0.5, occurrence_days: 5, total_days: 10 },
  confidence_interval: { lower: 0.2, upper: 0.8 },
};

it("outcomes are counted by their verdict alone", () => {
  const outcomes = (["better", "worse", "worse", "cannot_tell", null] as const).map(outcome);
  expect(overallWords(outcomes)).toBe(
    "Of 4 outcomes in the back-test days alike foretell 1 better than the plain rate, 2 worse; of the others it cannot tell.",
  );
  expect(overallWords([outcome(null)])).toBe("No outcome has been back-tested on enough days.");
});

it("scores stand with their difference, its interval and the test", () => {
  expect(brierWords(aBrier("better"))).toBe(
    "Brier score 0.2257 against 0.2312, a difference of −0.0055 (95% −0.0099 to −0.0011), of 954 days as of bar 12, 10:30. p 0.014, adjusted p 0.040 for 7 comparisons.",
  );
  const untested = { ...aBrier("cannot_tell"), confidence_interval: { lower: null, upper: null } };
  expect(brierWords({ ...untested, verdict: { ...untested.verdict, p: null, adjusted_p: null } })).toBe(
    "Brier score 0.2257 against 0.2312, a difference of −0.0055, of 954 days as of bar 12, 10:30.",
  );
});
