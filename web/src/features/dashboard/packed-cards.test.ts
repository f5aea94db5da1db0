import { describe, expect, it } from "vitest";
import { dealt } from "./packed-cards";

it("each card goes to the column that ends highest, to the leftmost of equals", () => {
  expect(dealt([100, 100, 300, 100, 50, 100, 100], 3)).toEqual([0, 1, 2, 0, 1, 1, 0]);
});

it("one column takes all, and no card needs no column", () => {
  expect(dealt([10, 20, 30], 1)).toEqual([0, 0, 0]);
  expect(dealt([], 4)).toEqual([]);
});

describe.each([2, 3, 4])("in %i columns", (columns) => {
  const heights = Array.from({ length: 60 }, (_, at) => 80 + ((at * 7919) % 700));
  const ends = Array.from({ length: columns }, () => 0);
  const tops = dealt(heights, columns).map((column, at) => {
    const top = ends[column] ?? Number.NaN;
    ends[column] = top + (heights[at] ?? 0);
    return top;
  });

  it("no card begins above one that is read before it", () => {
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });

  it("columns end no further apart than the tallest card is high", () => {
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(Math.max(...heights));
  });
});
