import { expect, it } from "vitest";
import { NO_COIN } from "@/lib/testing/coins";
import { gapFillBar } from "@/lib/testing/fixtures";
import { aQuizDay, aQuizResult, climbing, insideDay } from "./testing";
import {
  inAdr,
  namedLevels,
  outcomeWords,
  pictureWords,
  questionWords,
  recordWords,
  scoreWords,
} from "./words";

const FEATURES = new Map([gapFillBar, insideDay].map((feature) => [feature.name, feature]));

const asked = (feature: string, as_of: number) =>
  Object.values(questionWords({ feature, as_of }, FEATURES)).join(" ");

it.each([
  ["gap_fill_bar", 12, "It is 10:30, bar 12. Will the gap fill?"],
  ["inside_day", 54, "It is 14:00, bar 54. Will it be an inside day?"],
  ["novel_bar", 6, "It is 10:00, bar 6. Will Novel bar come?"],
])("a question of %s", (feature, bar, words) => {
  expect(asked(feature, bar)).toBe(words);
});

it.each([
  ["gap_fill_bar", true, 34, "Gap filled on bar 34, 12:20."],
  ["gap_fill_bar", true, null, "Gap filled."],
  ["gap_fill_bar", false, null, "Gap not filled."],
  ["inside_day", true, null, "Inside day."],
  ["inside_day", false, null, "No inside day."],
])("what came of %s (%s, %s)", (feature, occurred, bar, words) => {
  expect(outcomeWords(feature, { occurred, bar }, FEATURES)).toBe(words);
});

it("the scores stand beside what was guessed", () => {
  expect(scoreWords(70, aQuizResult())).toBe(
    "You said 70%. Penalty 9 (0 best, 100 worst). Saying the average, 61.17% of 412 days, would have cost 15. A coin's 60.00% would have cost 16.",
  );
  expect(scoreWords(70, aQuizResult({ coin: NO_COIN }))).toContain(
    "cost 15. Known before the open, so there is no coin to compare with.",
  );
  expect(scoreWords(70, aQuizResult({ coin: null }))).toMatch(/412 days, would have cost 15\.$/);
});

it("the record says whose score is whose, and over which questions", () => {
  const scores = { n: 2, own: 0.2, base: 0.25, withCoin: { n: 2, own: 0.2, coin: 0.3 } };
  expect(recordWords(scores, 1)).toEqual([
    "2 answers. Mean penalty 20.0 (0 best, 100 worst). Saying the average would have cost 25.0. A coin's rate would have cost 30.0.",
    "1 answer in a row better than the average.",
  ]);
  const some = { ...scores, withCoin: { n: 1, own: 0.1, coin: 0.3 } };
  expect(recordWords(some, 0)[0]).toContain(
    "A coin's rate would have cost 30.0 on the 1 answer that has one; yours there 10.0.",
  );
  expect(recordWords(some, 0)[1]).toBe("The newest answer was no better than the average.");
  const none = { n: 0, own: null, base: null, withCoin: { n: 0, own: null, coin: null } };
  expect(recordWords(none, 0)).toEqual(["No answers yet."]);
});

it.each([
  [84, 200, "+0.42"],
  [-20, 200, "−0.10"],
  [0, 200, "0.00"],
  [-1, 1000, "0.00"],
  [1, 1000, "0.00"],
])("%s ticks of an ADR10 of %s", (ticks, adr10, text) => {
  expect(inAdr(ticks, adr10)).toBe(text);
});

it("levels that are known stand from the highest down", () => {
  expect(namedLevels(aQuizDay().levels).map(({ label }) => label)).toEqual(["HoY", "CoY", "GXL", "LoY"]);
});

it("the picture in sentences tells nothing that is not drawn", () => {
  const day = aQuizDay();
  expect(pictureWords(day, day.bars)).toBe(
    "Bars 1 to 12, 9:30 to 10:30, in ADR10 from the open: high +0.07, low −0.01, close +0.06. Levels: HoY +0.20, CoY −0.05, GXL −0.10, LoY −2.00.",
  );
  expect(pictureWords(day, climbing(81))).toContain("The bars after 12 were not known.");
});
