import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aFeature } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { CardGrid, dealt } from "./card-grid";

const features = ["one", "two", "three"].map((name) => aFeature({ name }));
const cell = (name: string) => screen.getByText(name).parentElement;
const column = (name: string) => cell(name)?.style.getPropertyValue("--of-2");

/** The grid, and a way to say how high its cells are. */
function measuredGrid() {
  let tell: ResizeObserverCallback = () => {};
  class Measured {
    observe() {}
    disconnect() {}
    constructor(told: ResizeObserverCallback) {
      tell = told;
    }
  }
  vi.stubGlobal("ResizeObserver", Measured);
  renderPage(<CardGrid features={features} renderCard={({ name }) => <p>{name}</p>} />);
  return (heights: Record<string, number>) => {
    const entries = Object.entries(heights).map(([name, blockSize]) => ({
      target: cell(name),
      borderBoxSize: [{ blockSize }],
    }));
    tell(entries as unknown as ResizeObserverEntry[], {} as ResizeObserver);
  };
}

it("spans as many rows as a cell is high; a growing one changes no column, a hidden one deals anew", () => {
  const measure = measuredGrid();
  measure({ one: 300, two: 100.4, three: 100 });
  expect(cell("two")?.style.gridRowEnd).toBe("span 101");
  expect(["one", "two", "three"].map(column)).toEqual(["1", "2", "2"]);
  measure({ two: 700 });
  expect(cell("two")?.style.gridRowEnd).toBe("span 700");
  expect(["one", "two", "three"].map(column)).toEqual(["1", "2", "2"]);
  measure({ one: 0 });
  expect(["two", "three"].map(column)).toEqual(["1", "2"]);
});

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
