import { describe, expect, test } from "vitest";
import type { FeatureResult, LabelCount, ModuleResult, Occurrence } from "@/api/generated";
import { aCoin, aVerdict, NO_COIN, otherDays } from "@/lib/testing/coins";
import { LABELS, NUMBERS, PARTS } from "@/parts/probability/testing/distribution-fixtures";
import { FEATURE, moduleOf, OCCURRENCE, resultOf, TIMING } from "@/parts/probability/testing/fixtures";
import { verdict } from "./verdict";

const BLOCK = { display_name: "", unit: null };
const COIN = aCoin();
const CHANCE = aCoin({
  verdict: aVerdict({ code: "could_be_chance", words: "Coin: 70.00%. Could be chance." }),
});
const TOO_FEW = aCoin({
  verdict: aVerdict({ code: "not_tested", words: "Too few days to test.", reason: "too_few" }),
});
const UNTESTED = { others: null };
const OTHERS = "Other days: 50.00%. Looks different; 1 in 20 comparisons does by chance.";
const FEW: Partial<Occurrence> = { occurrence: 0.625, occurrence_days: 5, total_days: 8 };

type Modules = Record<string, ModuleResult>;

function said(
  modules: Modules,
  metadata: Partial<FeatureResult["metadata"]> = {},
  unit: string | null = null,
  by_bar_safe = true,
) {
  const feature = { ...FEATURE, by_bar_safe, metadata: { ...FEATURE.metadata, unit } };
  return verdict(feature, resultOf(modules, { ...BLOCK, ...metadata }));
}

const event = (data: Partial<Occurrence> = {}, timing: object | null = {}): Modules => ({
  ...(timing && { timing_analysis: moduleOf({ ...TIMING, ...timing }, "Timing") }),
  occurrence: moduleOf({ ...OCCURRENCE, ...data }, "Occurrence"),
});

describe("an event", () => {
  test("is said as its rate, its days, by when half of them had come, and its test", () => {
    expect(said(event())).toEqual({
      figure: "75.00%",
      words: "of 40 days, half of them by 9:40",
      luck: OTHERS,
      bar: { module: "occurrence", place: "active", label: "active", days: 30 },
    });
  });

  test.each([
    [7, "half of them by 10:05"],
    [7.5, "half of them by 10:10"],
    [81, "half of them by 16:15"],
  ])("whose median is bar %d came by its close: %s", (median_bar, words) => {
    expect(said(event({}, { median_bar }))?.words).toBe(`of 40 days, ${words}`);
  });

  test.each([
    [{}, null, "of 40 days"],
    [{ occurrence: 0, occurrence_days: 0 }, { total_occurrences: 0, median_bar: null }, "of 40 days"],
    [{ occurrence: 0.025, occurrence_days: 1 }, {}, "of 40 days, by 9:40"],
    [{ total_days: 1234 }, null, "of 1,234 days"],
  ])("with %o and %o is told %s", (data, timing, words) => {
    expect(said(event(data, timing))?.words).toBe(words);
  });

  test("of few days is led by its count, and without a test says that they tell little", () => {
    expect(said(event({ ...FEW, ...UNTESTED }))).toMatchObject({
      figure: "5 of 8",
      words: "days, 62.50%, half of them by 9:40",
      luck: "too few days to say",
    });
    expect(said(event({ occurrence: 1, occurrence_days: 1, total_days: 1 }, null))).toMatchObject({
      figure: "1 of 1",
      words: "day, 100.00%",
    });
  });

  test.each([29, 30])("of %d days", (total_days) => {
    const few = "too few days to say";
    expect(said(event({ ...UNTESTED, total_days }))?.luck === few).toBe(total_days < 30);
  });

  test("as of a bar is of the days still open", () => {
    expect(said(event({ already_days: 12, at_risk_days: 40 }))?.words).toBe(
      "of 40 days still open, half of them by 9:40",
    );
    expect(said(event({ already_days: 0, at_risk_days: 40 }, null))?.words).toBe("of 40 days still open");
    expect(said(event({ ...FEW, already_days: 2, at_risk_days: 8 }, null))?.words).toBe(
      "days still open, 62.50%",
    );
  });

  test("as of a bar only an event is still open", () => {
    const words = (isEvent: boolean) =>
      said(event({ already_days: 0, at_risk_days: 40 }, null), {}, null, isEvent)?.words;
    expect([words(true), words(false)]).toEqual(["of 40 days still open", "of 40 days"]);
  });

  test("that had come on every day by then, or has no day, is nothing to say", () => {
    const none = { occurrence: null, occurrence_days: 0, total_days: 0 };
    expect(said(event({ ...none, already_days: 40, at_risk_days: 0 }))).toBeNull();
    expect(said(event(none, null))).toBeNull();
  });
});

describe("luck", () => {
  test.each([
    [{ conditioned: true }, "you filter by this, so it is not tested"],
    [{ conditioned: true, decided_by: ["gap_up"] }, "your filter fixes part of this, so it is not tested"],
    [
      { conditioned: true, outcome: "certain" as const },
      "your filter makes this certain, so it is not tested",
    ],
    [
      { conditioned: true, outcome: "impossible" as const },
      "your filter makes this impossible, so it is not tested",
    ],
    [{ known_by_then: true }, "known by then"],
  ])("has no say of %o", (metadata, words) => {
    expect(said(event(), metadata)?.luck).toBe(words);
    expect(said(event(FEW), metadata)?.luck).toBe(words);
    expect(said(event({ coin: COIN }), metadata)?.luck).toBe(words);
  });

  test.each<[string, Partial<Occurrence>, Partial<FeatureResult["metadata"]>, RegExp]>([
    ["with a coin is the coin's", { coin: COIN }, {}, /^5.1 points more than a coin \(60.20%\)\.$/],
    ["that may be chance is the coin's too", { coin: CHANCE }, {}, /^Coin: 70.00%. Could be chance.$/],
    ["without other days is a coin's", { ...UNTESTED, coin: COIN }, {}, /than a coin \(60.20%\)\.$/],
    ["where a filter looks ahead is a coin's", { coin: COIN }, { look_ahead: ["range"] }, /than a coin/],
    ["of few days is a coin's where it is tested", { ...FEW, coin: COIN }, {}, /than a coin/],
    ["of days too few for the coin", { ...FEW, ...UNTESTED, coin: TOO_FEW }, {}, /^too few days to say$/],
    ["that the coin does not test is of other days", { coin: TOO_FEW }, {}, /^Other days: 50.00%. Looks/],
    ["without a coin is of other days", { coin: NO_COIN }, { look_ahead: ["range"] }, /^Other days/],
    ["of few days is of other days too", FEW, {}, /^Other days: 50.00%. Looks/],
  ])("%s", (_, data, metadata, words) => {
    expect(said(event(data), metadata)?.luck).toMatch(words);
  });

  test("unfiltered holds nothing against other days", () => {
    const answer = (modules: Modules) => resultOf(modules, BLOCK);
    expect(verdict(FEATURE, answer(event()), false)?.luck).toBeNull();
    expect(verdict(FEATURE, answer(event({ coin: COIN })), false)?.luck).toBe(
      "5.1 points more than a coin (60.20%).",
    );
    const labels = {
      basic_distribution: moduleOf({ n: 40, labels: LABELS }, ""),
    };
    expect(verdict(FEATURE, answer(labels), true)?.luck).toBe(OTHERS);
    expect(verdict(FEATURE, answer(labels), false)?.luck).toBeNull();
  });

  test("of neither test nor coin is nothing", () => {
    expect(said(event({ ...UNTESTED, coin: null }))?.luck).toBeNull();
  });
});

describe("an enum", () => {
  const labels = (counts: [string, number][]): LabelCount[] =>
    counts.map(([label, count]) => ({
      label,
      value: label.toLowerCase(),
      count,
      pct: (100 * count) / counts.reduce((sum, [, each]) => sum + each, 0),
      confidence_interval: { lower: null, upper: null },
      others: otherDays(),
    }));
  const test40 = { n: 40 };

  test("is said as its most frequent label, whatever else is told of it", () => {
    const modules = {
      ...event(),
      basic_distribution: moduleOf(
        {
          ...test40,
          labels: labels([
            ["Up", 12],
            ["Down", 28],
          ]),
        },
        "Labels",
      ),
    };
    expect(said(modules)).toEqual({
      figure: "70.00%",
      words: "of 40 days: Down, the most frequent",
      luck: OTHERS,
      bar: { module: "basic_distribution", place: "down", label: "Down", days: 28 },
    });
  });

  test("is said beside a coin by the label's own test, of equals by none", () => {
    const withCoins = (counts: [string, number][]) => {
      const [first, second] = labels(counts);
      if (!first || !second) throw new Error("two labels are needed");
      const compared = [
        { ...first, coin: CHANCE },
        { ...second, coin: COIN },
      ];
      return { basic_distribution: moduleOf({ ...test40, labels: compared }, "") };
    };
    const upAndDown = (up: number, down: number) =>
      said(
        withCoins([
          ["Up", up],
          ["Down", down],
        ]),
      )?.luck;
    expect(upAndDown(12, 28)).toBe("5.1 points more than a coin (60.20%).");
    expect(upAndDown(28, 12)).toBe("Coin: 70.00%. Could be chance.");
    expect(upAndDown(20, 20)).toBeNull();
  });

  test("of few days, of equals and of position", () => {
    const categorical = (counts: [string, number][]) => ({
      distribution: {},
      total_observations: counts.reduce((sum, [, each]) => sum + each, 0),
      labels: labels(counts),
    });
    expect(
      said({
        categorical_distribution: moduleOf(
          categorical([
            ["Above", 3],
            ["Inside", 3],
            ["Below", 1],
          ]),
          "",
        ),
      }),
    ).toEqual({
      figure: "3 of 7",
      words: "days, 42.86%: Above, Inside, equally frequent",
      luck: "too few days to say",
      bar: null,
    });
    expect(said({ categorical_distribution: moduleOf(categorical([["Above", 0]]), "") })).toBeNull();
    expect(said({ basic_distribution: moduleOf({ n: 40, labels: LABELS }, "") })?.figure).toMatch(/%$/);
  });
});

describe("a number", () => {
  const number = (data: object = {}): Modules => ({
    basic_distribution: moduleOf({ ...NUMBERS, ...data }, ""),
  });

  test.each([
    ["%", "20.5%", "median of 40 days, middle half 14.0 to 28.0%"],
    ["pts", "20.50 pts", "median of 40 days, middle half 14.00 to 28.00 pts"],
    [null, "20.5", "median of 40 days, middle half 14.0 to 28.0"],
  ])("in %s is said as its median and the middle half", (unit, figure, words) => {
    expect(said(number(), {}, unit)).toEqual({ figure, words, luck: null, bar: null });
  });

  test("is said beside the coin's median", () => {
    const words = "2.5 pts less than a coin (23.00 pts).";
    const coin = { days: 40, q1: 15, median: 23, q3: 30, verdict: aVerdict({ code: "fewer", words }) };
    expect(said(number({ coin }), {}, "pts")?.luck).toBe(words);
    expect(said(number({ coin: NO_COIN }), {}, "pts")?.luck).toBeNull();
    expect(said(number({ coin, parts: PARTS }), {}, "pts")?.luck, "of two kinds of day").not.toBe(words);
  });

  test("of few days tells little; of none nothing", () => {
    expect(said(number({ n: 12 }))?.luck).toBe("too few days to say");
    const none = { n: 0, median: null, q1: null, q3: null };
    expect(said(number(none))).toBeNull();
  });

  test("of two kinds of day is said of each; of one kind as any other", () => {
    const PLENTY = PARTS.map((part) => ({ ...part, matched: { ...part.matched, n: 883 } }));
    expect(said(number({ parts: PLENTY }), {}, "%")).toEqual({
      figure: "12.3%",
      words: "median of 883 days: Gap filled; Gap not filled: 61.0% of 883 days",
      luck: null,
      bar: null,
    });
    expect(said(number({ parts: PARTS }), {}, "%")).toMatchObject({
      words: "median of 30 days: Gap filled; Gap not filled: 61.0% of 10 days",
      luck: "too few days to say",
    });
    expect(said(number({ parts: PARTS.slice(0, 1) }))?.figure).toBe("20.5");
  });
});

test("an extreme is said by when it has come", () => {
  const timing_analysis = moduleOf({ ...TIMING, total_occurrences: 40, q1: 2, median_bar: 14, q3: 60.5 }, "");
  expect(said({ timing_analysis })).toEqual({
    figure: "by 10:40",
    words: "on half of 40 days, middle half 9:40 to 14:35",
    luck: null,
    bar: null,
  });
});

test("without an answer there is nothing to say", () => {
  const failed = { ...moduleOf(null, "Occurrence"), status: "error" as const, error: "no" };
  expect(said({ occurrence: failed })).toBeNull();
  expect(said({})).toBeNull();
});
