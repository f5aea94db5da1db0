import { describe, expect, test } from "vitest";
import { scaleOf } from "./scale";

function scaled(values: readonly number[], others: readonly number[] | null = null, unit?: "%") {
  const columns = values.map((value) => ({ value, text: "" }));
  return scaleOf({ columns, others, ...(unit && { unit }) });
}

describe("the top", () => {
  test("is the highest of days and others, while the others need a quarter more at most", () => {
    expect(scaled([1, 8, 0], [2, 9, 1])).toMatchObject({ top: 9, cut: [] });
    expect(scaled([1, 8, 0], [2, 11, 1])).toMatchObject({ top: 10, cut: [] });
  });

  test("is the others' where the days have nothing", () => {
    expect(scaled([0, 0], [3, 1])).toMatchObject({ top: 3, cut: [] });
  });

  test.each([35, 90, 1000])("leaves days their height beside others of %i", (peak) => {
    const days = [2, 3, 2, 3, 2, 3];
    for (const at of days.keys()) {
      const others = days.map((_, index) => (index === at ? peak : 1));
      expect(scaled(days, others).top).toBe(3.75);
    }
  });

  test("is never nothing", () => {
    expect(scaled([0, 0])).toEqual({ top: 1, ticks: [], cut: [] });
    expect(scaled([])).toEqual({ top: 1, ticks: [], cut: [] });
  });
});

describe("a spike that dwarfs all others", () => {
  test("is cut above the highest of the rest, and tells its value", () => {
    expect(scaled([70, 8, 4, 8, 10])).toMatchObject({ top: 70, cut: [] });
    expect(scaled([70, 8, 4, 8, 10].flatMap((value) => [value, 0]))).toMatchObject({
      top: 12.5,
      cut: [{ value: 70, index: 0 }],
    });
  });

  test("may stand at both ends of the day", () => {
    const day = [50, 1, 2, 3, 4, 3, 2, 1, 30];
    expect(scaled(day)).toMatchObject({ top: 5, cut: [{ index: 0 }, { index: 8 }] });
  });

  test("is none among many high ones, nor where the rest is nothing", () => {
    expect(scaled([50, 40, 30, 1, 1, 1, 1])).toMatchObject({ top: 50, cut: [] });
    expect(scaled([50, 0, 0, 0, 0, 0, 0])).toMatchObject({ top: 50, cut: [] });
    expect(scaled([20, 12, 9, 7, 5, 3, 2])).toMatchObject({ top: 20, cut: [] });
    expect(scaled([37, 20, 6, 3, 1, 1, 1])).toMatchObject({ top: 37, cut: [] });
  });

  test("is cut whatever the others have there", () => {
    const days = [2, 3, 2, 3, 2, 3];
    expect(scaled([60, ...days], [70, ...days])).toMatchObject({ top: 3.75, cut: [{ value: 60 }] });
  });
});

describe("the values beside it", () => {
  test.each([
    [37, [10, 20, 30]],
    [9, [2, 4, 6, 8]],
    [4, [2, 4]],
    [1, [1]],
    [1240, [500, 1000]],
  ])("up to %i are round", (highest, ticks) => {
    expect(scaled([highest]).ticks).toEqual(ticks);
  });

  test("of shares may lie between whole numbers, of days not", () => {
    expect(scaled([0.7], null, "%").ticks).toEqual([0.2, 0.4, 0.6]);
    expect(scaled([3]).ticks).toEqual([1, 2, 3]);
  });
});
