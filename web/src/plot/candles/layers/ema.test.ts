import { describe, expect, test } from "vitest";
import { aBar, aDay } from "../fixtures";
import { emaSegments, emaWarnings } from "./ema";

const { metadata } = aDay();
const at = (index: number, ema: number | null = 5200) => aBar({ index, bar_number: index, ema });
const indices = (bars: ReturnType<typeof at>[], parts = {}) =>
  emaSegments({ bars, metadata: { ...metadata, ...parts } }).map((segment) =>
    segment.map(([index]) => index),
  );

describe("the EMA line", () => {
  test("is one piece over two whole sessions", () => {
    const segments = emaSegments(aDay());
    expect(segments).toHaveLength(1);
    expect(segments[0]?.[0]?.[0]).toBe(-80);
    expect(segments[0]).toHaveLength(162);
  });

  test("breaks where bar indices jump by more than 1", () => {
    expect(indices([at(1), at(2), at(4), at(5), at(9)])).toEqual([[1, 2], [4, 5], [9]]);
  });

  test("leaves out points that are not above 0", () => {
    expect(indices([at(1), at(2, 0), at(3, -1), at(4, null), at(5)])).toEqual([[1], [5]]);
  });

  test("starts anew with a roll session", () => {
    const bars = [aBar({ index: 0, session: "previous" }), at(1), at(2)];
    expect(indices(bars)).toEqual([[0, 1, 2]]);
    expect(indices(bars, { is_roll: true })).toEqual([[0], [1, 2]]);
  });
});

describe("what is odd about the EMA is only said", () => {
  test("nothing is odd about a whole day", () => {
    expect(emaWarnings(aDay())).toEqual([]);
  });

  test("a missing value, the gap it leaves, and bar 65", () => {
    const day = aDay({ previous: 0 });
    const bars = day.bars
      .filter((bar) => bar.bar_number !== 65)
      .map((bar) => (bar.index === 9 ? { ...bar, ema: null } : bar));
    expect(emaWarnings({ ...day, bars })).toEqual([
      "no EMA at index 9",
      "EMA gap between 8 and 10",
      "EMA gap between 64 and 66",
      "bar 65 is not drawn",
    ]);
  });

  test("a half day has no bar 65 to miss", () => {
    expect(emaWarnings(aDay({ current: 45 }))).toEqual([]);
  });
});
