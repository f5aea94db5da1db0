import { expect, test } from "vitest";
import { aCoin, aVerdict, NO_COIN } from "@/lib/testing/coins";
import { coinOf, coinTest, noCoin } from "./coin";

const untested = aCoin({
  verdict: aVerdict({ code: "not_tested", words: "Too few days to test.", reason: "too_few" }),
});

test("a test's words are the verdict's own, with the page's minus sign", () => {
  expect(coinTest(aCoin())).toBe("5.1 points more than a coin (60.20%).");
  const words = "Coin: -12.50 pts. Could be chance.";
  expect(coinTest(aCoin({ verdict: aVerdict({ code: "could_be_chance", words }) }))).toBe(
    "Coin: −12.50 pts. Could be chance.",
  );
});

test("a feature that asks the same as another one of the answer names it", () => {
  const words = "The same question as Gap Fill (bar).";
  const twin = aVerdict({ code: "not_tested", reason: "twin", words, p: null, adjusted_p: null });
  expect(coinTest(aCoin({ verdict: twin }))).toBe(words);
});

test("without a test there are no words of one", () => {
  for (const coin of [untested, NO_COIN, null, undefined]) expect(coinTest(coin)).toBeNull();
});

test("a coin has figures, or says why there are none", () => {
  expect([coinOf(untested), noCoin(untested)]).toEqual([untested, null]);
  expect([coinOf(NO_COIN), noCoin(NO_COIN)]).toEqual([
    null,
    "Known before the open, so there is no coin to compare with.",
  ]);
  for (const none of [null, undefined]) expect([coinOf(none), noCoin(none)]).toEqual([null, null]);
});
