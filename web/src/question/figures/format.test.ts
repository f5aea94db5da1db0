import { describe, expect, test } from "vitest";
import { aVerdict } from "@/lib/testing/coins";
import {
  decimalsOf,
  formatAdjusted,
  formatAverage,
  formatLimits,
  formatPoints,
  formatSpan,
  formatTest,
  formatValue,
  readInterval,
  toPercent,
  withUnit,
} from "./format";

describe("an interval", () => {
  test("of fractions is read on 0..100, 1.0 included", () => {
    expect(readInterval({ confidence_interval: { lower: 0.5, upper: 1 } }, 60)).toEqual({
      lower: 50,
      upper: 100,
    });
  });

  test("of percentages is taken as it is", () => {
    expect(readInterval({ confidence_interval: { lower: 0.8, upper: 12.5 } }, 5)).toEqual({
      lower: 0.8,
      upper: 12.5,
    });
  });

  test("is clamped to 0..100", () => {
    expect(readInterval({ ci_lower: -3, ci_upper: 104 }, 50)).toEqual({ lower: 0, upper: 100 });
  });

  test("may come as two fields", () => {
    expect(readInterval({ ci_lower: 0.25, ci_upper: 0.5 }, 40)).toEqual({ lower: 25, upper: 50 });
  });

  test("that is null draws nothing", () => {
    expect(readInterval({ confidence_interval: { lower: null, upper: null } }, 40)).toBeNull();
    expect(readInterval({ confidence_interval: { lower: null, upper: 0.5 } }, 40)).toBeNull();
    expect(readInterval({ confidence_interval: { lower: 0.5, upper: null } }, 40)).toBeNull();
    expect(readInterval({ confidence_interval: null }, 40)).toBeNull();
  });

  test("falls back to 2 points either side only where the field is absent", () => {
    expect(readInterval({}, 40)).toEqual({ lower: 38, upper: 42 });
    expect(readInterval({ ci_lower: 0.25 }, 40)).toEqual({ lower: 38, upper: 42 });
    expect(readInterval({ ci_upper: 0.5 }, 40)).toEqual({ lower: 38, upper: 42 });
    expect(readInterval({}, 99)).toEqual({ lower: 97, upper: 100 });
    expect(readInterval({}, null)).toBeNull();
  });
});

test("percentages bear two decimals, averages one, the unknown a dash", () => {
  expect(formatLimits({ lower: 58.616, upper: 71.4 })).toBe("58.62 to 71.40");
  expect(formatLimits(null)).toBe("–");
  expect(formatAverage(7.25)).toBe("7.3");
  expect(formatAverage(-7.25, "pts")).toBe("−7.3 pts");
  expect(formatAverage(null, "pts")).toBe("–");
  expect(formatSpan(3, 19)).toBe("3.0 to 19.0");
  expect(formatSpan(3, undefined)).toBe("–");
  expect(formatSpan(3, null)).toBe("–");
  expect(formatSpan(undefined, 19)).toBe("–");
  expect(formatSpan(null, 19)).toBe("–");
});

test("prices and their differences are written in ticks, other values like averages", () => {
  expect(formatValue(12.25, "pts")).toBe("12.25 pts");
  expect(formatValue(-0.5, "pts")).toBe("−0.50 pts");
  expect(formatSpan(3.25, 19, "pts")).toBe("3.25 to 19.00 pts");
  expect(formatSpan(3.25, 19, null, decimalsOf("pts"))).toBe("3.25 to 19.00");
  expect(formatValue(20.25, "%")).toBe("20.3%");
  expect(formatValue(undefined, "pts")).toBe("–");
});

test("a difference bears its sign, and none where it rounds to nothing", () => {
  expect(formatPoints(8.21)).toBe("+8.2 points");
  expect(formatPoints(-8.21)).toBe("−8.2 points");
  expect(formatAverage(-0.01)).toBe("0.0");
});

test("a test below a thousandth says so", () => {
  expect(formatTest(0.0004)).toBe("below 0.001");
  expect(formatTest(0.0414)).toBe("0.041");
});

test("a test reads as below 0.05 just where it is", () => {
  const ticks = Array.from({ length: 2000 }, (_, at) => at / 20_000);
  const near = Array.from({ length: 6 }, (_, at) => 10 ** -(at + 1));
  const values = [...ticks, ...near.flatMap((off) => [0.05 - off, 0.05 + off])].filter((p) => p >= 0.001);
  for (const value of values)
    expect([value, Number(formatTest(value)) < 0.05]).toEqual([value, value < 0.05]);
  expect(formatTest(0.04996)).toBe("0.04996");
});

test("an adjusted p says for how many comparisons", () => {
  const verdict = aVerdict({ adjusted_p: 0.0414, family_size: 54 });
  expect(formatAdjusted(verdict)).toBe("0.041 for 54 comparisons");
  expect(formatAdjusted({ ...verdict, family_size: 1 })).toBe("0.041 for 1 comparison");
  expect(formatAdjusted({ ...verdict, family_size: null })).toBe("0.041");
  expect(formatAdjusted({ ...verdict, adjusted_p: null })).toBeNull();
});

test("a fraction becomes a percentage, nothing stays nothing", () => {
  expect(toPercent(0.5)).toBe(50);
  expect(toPercent(null)).toBeNull();
  expect(toPercent(undefined)).toBeNull();
});

test("a per cent sign stands at its number, a unit apart", () => {
  expect(withUnit("4", "%")).toBe("4%");
  expect(withUnit("4", "pts")).toBe("4 pts");
  expect(withUnit("4", null)).toBe("4");
});
