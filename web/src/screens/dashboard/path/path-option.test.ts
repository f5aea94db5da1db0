import { LineChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { init, setPlatformAPI, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PathQuantiles } from "@/api/generated";
import { INSETS, type Paths, pathOption } from "./path-option";

setPlatformAPI({ measureText: (text) => ({ width: 7 * (text ?? "").length }) });
use([LineChart, GridComponent, SVGRenderer]);

const SIZE = { width: 660, height: 300 };
const APART = 5;

/** Paths whose quantiles stand in order at every bar, and apart: a band without height turns in one point. */
const aPath = fc
  .array(fc.array(fc.integer({ min: -250, max: 250 }), { minLength: 5, maxLength: 5 }), {
    minLength: 81,
    maxLength: 81,
  })
  .map((bars): PathQuantiles => {
    const sorted = bars.map((levels) =>
      levels.toSorted((a, b) => a - b).map((value, level) => (value + APART * level) / 100),
    );
    const at = (level: number) => sorted.map((levels) => levels[level] ?? Number.NaN);
    return { days: 40, p10: at(0), p25: at(1), p50: at(2), p75: at(3), p90: at(4) };
  });

/** The drawing as SVG, and where it has a path's open and the closes of its 81 bars. */
function drawn(paths: Paths) {
  const chart = init(null, null, { renderer: "svg", ssr: true, ...SIZE });
  chart.setOption(pathOption(paths));
  const places = (values: readonly number[]): number[][] =>
    [0, ...values].map((adr, bar) =>
      chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [bar, 100 * adr]),
    );
  const svg = chart.renderToSVGString();
  return { svg, places, dispose: () => chart.dispose() };
}

/** The points of every line and of every area that is drawn, as lists of x and y. */
function shapes(svg: string): number[][] {
  return [...svg.matchAll(/<path d="(M[^"]+)"/g)].map(([, d = ""]) =>
    (d.match(/-?[\d.]+/g) ?? []).map(Number),
  );
}

it("every line and both edges of every band lie at their values, the open left, bar 81 right", () => {
  fc.assert(
    fc.property(aPath, fc.option(aPath), fc.option(aPath), (matched, others, coin) => {
      const { svg, places, dispose } = drawn({ matched, others, coin });
      const all = shapes(svg);
      const beside = [others, coin].flatMap((path) => (path ? [path.p25, path.p50, path.p75] : []));
      for (const values of [matched.p50, ...beside])
        expect(all.some((shape) => follows(shape, places(values)))).toBe(true);
      for (const [low, high] of [
        [matched.p10, matched.p25],
        [matched.p25, matched.p75],
        [matched.p75, matched.p90],
      ] as const) {
        const edge = [...places(high), ...places(low).toReversed()];
        expect(all.some((shape) => follows(shape, edge))).toBe(true);
      }
      const ends = places(matched.p50).map(([x]) => x);
      expect(ends[0]).toBeCloseTo(INSETS.left, 6);
      expect(ends[81]).toBeCloseTo(SIZE.width - INSETS.right, 6);
      dispose();
    }),
    { numRuns: 5 },
  );
});

/** Whether a shape goes through these points, to half a pixel. */
function follows(shape: readonly number[], points: readonly number[][]): boolean {
  const places = points.flat();
  return shape.length === places.length && shape.every((at, i) => Math.abs(at - (places[i] ?? 0)) < 0.5);
}
