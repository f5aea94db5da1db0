import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, MarkAreaComponent, TooltipComponent } from "echarts/components";
import { init, setPlatformAPI, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { describe, expect, test } from "vitest";
import { abovePointer, type ColumnsModel, columnsOption, PALETTE } from "./columns";

/** The drawings hold no text; without a canvas a page of tests cannot measure any. */
setPlatformAPI({ measureText: () => ({ width: 0 }) });
use([BarChart, LineChart, GridComponent, MarkAreaComponent, TooltipComponent, SVGRenderer]);

const MODEL: ColumnsModel = {
  columns: [
    { value: 1, text: "first" },
    { value: 3, text: "second" },
    { value: 0, text: "third" },
  ],
  others: [2, 4, 1],
  bands: [[0, 1]],
};

function drawn(model: ColumnsModel): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 90, height: 40 });
  chart.setOption(columnsOption(model));
  const svg = chart.renderToSVGString();
  chart.dispose();
  return renumbered(svg);
}

/** ECharts counts ids and classes per process: number them by their first appearance. */
function renumbered(svg: string): string {
  const seen = new Map<string, string>();
  return svg.replaceAll(/zr\d+-[\w-]+/g, (id) => {
    if (!seen.has(id)) seen.set(id, `id${seen.size}`);
    return seen.get(id) ?? id;
  });
}

function filled(svg: string, colour: string): number {
  return svg.split(`fill="${colour}"`).length - 1;
}

describe("the option of a distribution", () => {
  test("holds every column with the words a pointer reads", () => {
    const [matched] = [columnsOption(MODEL).series].flat();
    expect(matched).toMatchObject({
      type: "bar",
      data: [
        { value: 1, name: "first" },
        { value: 3, name: "second" },
        { value: 0, name: "third" },
      ],
    });
  });

  test("draws the other days as a dotted line that no pointer meets", () => {
    const others = [columnsOption(MODEL).series].flat()[1];
    expect(others).toMatchObject({ type: "line", data: [2, 4, 1], silent: true, symbol: "none" });
    expect(others).toHaveProperty("lineStyle.type", [1.5, 2.5]);
  });

  test("leaves others and bands out where there are none", () => {
    expect([columnsOption({ columns: MODEL.columns, others: null }).series].flat()).toHaveLength(1);
  });

  test("has the scale of both, and never of nothing", () => {
    expect(columnsOption(MODEL).yAxis).toMatchObject({ min: 0, max: 3.75 });
    expect(columnsOption({ columns: [{ value: 0, text: "" }], others: null }).yAxis).toMatchObject({
      max: 1,
    });
  });

  test("does not move", () => {
    expect(columnsOption(MODEL).animation).toBe(false);
  });
});

describe("the drawing of a distribution", () => {
  test("has the theme's colours as variables, so that a change of theme needs no new drawing", () => {
    const svg = drawn(MODEL);
    expect(filled(svg, PALETTE.matched)).toBe(3);
    expect(filled(svg, PALETTE.band)).toBe(1);
    expect(svg).toMatch(/stroke="var\(--mui-palette-text-secondary\)"[^>]*stroke-dasharray/);
  });

  test("puts a band exactly between its edges", () => {
    const band = drawn(MODEL).match(/<polygon points="([^"]+)" fill="var\(--mui-palette-subtle\)"/);
    expect(band?.[1]).toBe("0 40 30 40 30 2 0 2");
  });

  test("is the same twice", () => {
    expect(drawn(MODEL)).toBe(drawn(MODEL));
  });
});

test("what a pointer reads stands above the drawing and within its sides", () => {
  const at = (x: number) =>
    abovePointer([x, 10], null, null, null, { contentSize: [100, 40], viewSize: [244, 60] });
  expect(at(122)).toEqual([72, -44]);
  expect(at(5)).toEqual([0, -44]);
  expect(at(240)).toEqual([144, -44]);
});
