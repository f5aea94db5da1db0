import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aFeature } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { CardGrid } from "./card-grid";

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
