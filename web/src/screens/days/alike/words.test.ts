import { expect, it } from "vitest";
import { backTestWords, isBetter, overallWords } from "./words";

const outcome = (neighbours: number, base: number) => ({
  ...{ feature: "gap_up", neighbours: aRate, all: aRate, difference: null },
  brier: { as_of: 12, days: 954, neighbours, base },
});
const aRate = {
  ...{ occurrence: 0.5, occurrence_days: 5, total_days: 10 },
  confidence_interval: { lower: 0.2, upper: 0.8 },
};

it.each([
  [0.2257, 0.2312, "better than"],
  [0.2312, 0.2257, "worse than"],
  [0.00574, 0.00569, "as good as"],
  [0.00569, 0.00574, "as good as"],
  [0.25, 0.25, "as good as"],
])("a back-test of %d against %d is %s the plain rate, as the scores read", (neighbours, base, how) => {
  expect(backTestWords({ neighbours, base })).toBe(
    `For this outcome neighbours have been ${how} the plain rate.`,
  );
  expect(isBetter({ neighbours, base })).toBe(how === "better than");
});

it("counts no outcome as better whose scores read the same", () => {
  expect(overallWords([outcome(0.1, 0.2), outcome(0.00569, 0.00574)])).toContain("for 1 of 2 outcomes");
});
