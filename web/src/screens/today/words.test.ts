import { expect, it } from "vitest";
import { gapFillBar } from "@/lib/testing/fixtures";
import { aKnown, aNext, FRIDAY, GAP_SIZE, NEXT_FEATURES } from "./testing";
import { conditionWords, knownValue, priceText, rarityWords, sessionWords, sourceWords } from "./words";

const AT_9_47 = Date.UTC(2026, 10, 27, 14, 47, 20) / 1000;

it("the session is told in words", () => {
  expect(sessionWords(aNext())).toBe("Friday 27 November 2026, half day: closes at 13:15");
  expect(sessionWords(aNext({ is_short: false }))).toBe("Friday 27 November 2026");
});

it.each([
  [{}, "From the night after Wed 25 Nov"],
  [{ source: "typed", as_of: 0 }, "With the numbers you typed: known up to the open, 9:30"],
  [{ source: "feed", as_of: 3, at: AT_9_47 }, "From the feed at 9:47, bar 3, 9:45"],
  [
    { source: "feed", as_of: 3, at: AT_9_47, is_stale: true },
    "From the feed at 9:47, bar 3, 9:45: stale, nothing newer came",
  ],
  [{ source: "feed", as_of: -1, at: AT_9_47 - 7200 }, "From the feed at 7:47, before the open"],
] as const)("where the numbers come from: %o", (parts, words) => {
  expect(sourceWords(aNext(parts))).toBe(words);
});

it.each([
  [6793.1234, 0.25, "6,793.12"],
  [17_250, 0.25, "17,250.00"],
  [1.08765, 0.00005, "1.08765"],
  [null, 0.25, "–"],
])("the price %s by ticks of %s", (price, tick, text) => {
  expect(priceText(price, tick)).toBe(text);
});

it.each([
  [{ rank: 0.712, share: null }, "larger than on 71% of days"],
  [{ rank: null, share: 0.234 }, "on 23% of days"],
  [{ rank: 0.999, share: null }, "larger than on more than 99% of days"],
  [{ rank: null, share: 0.002 }, "on less than 1% of days"],
  [{ rank: 0, share: null }, "larger than on 0% of days"],
  [{ rank: null, share: 1 }, "on 100% of days"],
  [{ rank: null, share: null }, null],
])("how rare it is: %o", (known, words) => {
  expect(rarityWords(known)).toBe(words);
});

it.each([
  ["<", 25, "under 25%"],
  [">=", 150, "150% or more"],
  ["=", 0, null],
])("what lies beyond the last range is told too: %s %s", (operator, value, words) => {
  const [size] = NEXT_FEATURES;
  if (!size) throw new Error("no feature");
  expect(conditionWords({ feature: size.name, operator, value } as never, size)).toBe(words);
});

it.each([
  [{ value: null, filter: { operator: ">=", value: 1, by_bar: 12 } }, "By bar 12", "by bar 12"],
  [{ value: 0, filter: { operator: "=", value: 0, by_bar: 12 } }, "Not by bar 12", null],
  [{ value: 6, filter: { operator: ">=", value: 1, by_bar: 12 } }, "Bar 6", "by bar 12"],
  [{ value: 6, filter: { operator: ">=", value: 1 } }, "Bar 6", "any bar"],
  [{ value: 0, filter: { operator: "=", value: 0 } }, "did not come", null],
])("an event is told as it stands, and as it is asked: %o", ({ value, filter }, told, asks) => {
  const bar = { ...gapFillBar, metadata: { ...gapFillBar.metadata, unit: null } };
  const known = aKnown({ feature: bar.name, value, since: 12, filter: { feature: bar.name, ...filter } });
  expect(knownValue(known, bar)).toBe(told);
  expect(conditionWords(known.filter as never, bar)).toBe(asks);
});

it("a range is told beside the value, a value is not told twice", () => {
  const [size, , , weekday] = NEXT_FEATURES;
  if (!size || !weekday) throw new Error("no features");
  expect(knownValue(GAP_SIZE, size)).toBe("31.20%");
  expect(conditionWords(GAP_SIZE.filter as never, size)).toBe("25 to 50%");
  expect(knownValue(FRIDAY, weekday)).toBe("Fri");
  expect(conditionWords(FRIDAY.filter as never, weekday)).toBeNull();
});
