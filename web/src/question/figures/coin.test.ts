import { expect, test } from "vitest";
import type { CoinRate, NoCoin } from "@/api/generated";
import { coinSentence, coinWords } from "./coin";

function coin(value: number, lower: number, upper: number): CoinRate {
  const difference = { value, lower, upper };
  return { days: 5000, occurrence_days: 3010, occurrence: 0.602, difference, p_value: 0.02, q_value: 0.4 };
}

test.each([
  [coin(0.051, 0.008, 0.094), "A coin gives 60.20%. Here 5.1 points more (0.8 to 9.4)."],
  [coin(-0.051, -0.094, -0.008), "A coin gives 60.20%. Here 5.1 points fewer (0.8 to 9.4)."],
  [coin(0.051, -0.001, 0.103), "What a coin gives: 60.20%."],
  [coin(-0.051, -0.102, 0), "What a coin gives: 60.20%."],
  [coin(0.051, 0, 0.102), "What a coin gives: 60.20%."],
  [coin(0, 0, 0), "What a coin gives: 60.20%."],
  [null, null],
  [undefined, null],
])("of %o the card says %s", (given, sentence) => {
  expect(coinSentence(given)).toBe(sentence);
});

test.each<[NoCoin["reason"], string | null]>([
  ["known_before_open", "Known before the open: not compared with a coin."],
  ["known_by_then", "Known by then: not compared with a coin."],
  ["decided_by_filters", null],
  ["few_days", "Too few days to hold against a coin."],
  ["few_coin_days", "Too few coin days to hold these against."],
])("without a coin, for %s, the card says %s", (reason, sentence) => {
  expect(coinSentence({ reason })).toBe(sentence);
});

test.each([
  [coin(0.051, 0.008, 0.094), "5.1 points more than a coin"],
  [coin(-0.051, -0.094, -0.008), "5.1 points fewer than a coin"],
  [coin(0.051, -0.001, 0.103), "what a coin gives"],
  [coin(0.051, 0, 0.102), "what a coin gives"],
])("of %o a verdict says %s", (given, words) => {
  expect(coinWords(given)).toBe(words);
});
