import { describe, expect, test } from "vitest";
import { plotOf, scaleOf } from "./scale";
import { between, lengthOf, OPENING, panned, wheelFactor, type Zoom, zoomed, zoomOf } from "./viewport";

const PLOT = plotOf(1160, 720);
const PRICES = { from: 5000, to: 5100 };
const both = (factor: number, at = { x: 0.5, y: 0.5 }): Zoom => ({ factor, at, axes: "both" });

test("opens on 90 bar units: bar 1 half a unit from the left edge, bar 90 half a unit from the right", () => {
  const { spacing, xOf } = scaleOf(OPENING, PLOT, PRICES);
  expect(spacing).toBeCloseTo(PLOT.width / 90, 9);
  expect(xOf(1) - PLOT.left).toBeCloseTo(spacing / 2, 9);
  expect(PLOT.left + PLOT.width - xOf(90)).toBeCloseTo(spacing / 2, 9);
});

describe("zooming", () => {
  test.each([
    { x: 0, y: 0 },
    { x: 0.31, y: 0.77 },
    { x: 1, y: 1 },
  ])("keeps the bar and the price under the pointer at %o", (at) => {
    const [x, y] = [PLOT.left + at.x * PLOT.width, PLOT.top + (1 - at.y) * PLOT.height];
    const before = scaleOf(OPENING, PLOT, PRICES);
    const after = scaleOf(zoomed(OPENING, both(1.2, at)), PLOT, PRICES);
    expect(after.barAt(x)).toBeCloseTo(before.barAt(x), 9);
    expect(after.priceAt(y)).toBeCloseTo(before.priceAt(y), 9);
  });

  test.each([
    ["x", 1.2, 1],
    ["y", 1, 1.2],
    ["both", 1.2, 1.2],
  ] as const)("of %s leaves the other axis alone", (axes, x, y) => {
    const view = zoomed(OPENING, { ...both(1.2), axes });
    expect([zoomOf(view, "x"), zoomOf(view, "y")]).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
  });

  test("ends at 10 times and at a tenth", () => {
    const far = (factor: number) =>
      Array.from({ length: 40 }).reduce<typeof OPENING>((view) => zoomed(view, both(factor)), OPENING);
    expect(zoomOf(far(1.2), "x")).toBeCloseTo(10, 9);
    expect(zoomOf(far(0.8), "y")).toBeCloseTo(0.1, 9);
  });

  test("by one notch of a wheel is a step of the keys, by less is less", () => {
    expect(wheelFactor(-100)).toBeCloseTo(1.2, 9);
    expect(wheelFactor(100)).toBeCloseTo(0.8, 9);
    expect(wheelFactor(-10)).toBeCloseTo(1.2 ** 0.1, 9);
    expect(wheelFactor(100_000)).toBe(wheelFactor(300));
  });
});

describe("panning", () => {
  test("moves what is drawn by as many pixels as the pointer went", () => {
    const before = scaleOf(OPENING, PLOT, PRICES);
    const after = scaleOf(panned(OPENING, 50, -30, PLOT), PLOT, PRICES);
    expect(after.xOf(40) - before.xOf(40)).toBeCloseTo(50, 9);
    expect(after.yOf(5050) - before.yOf(5050)).toBeCloseTo(-30, 9);
  });

  test("goes left to every bar of the previous session and no further than its first in the middle", () => {
    const far = panned(OPENING, 1e6, 0, PLOT);
    expect((far.x.from + far.x.to) / 2).toBe(-80);
    expect(lengthOf(far.x)).toBeCloseTo(90, 9);
  });

  test("never loses the day", () => {
    const away = panned(OPENING, -1e6, 1e6, PLOT);
    expect(away.x.from).toBeLessThan(81);
    expect(away.y.from).toBeLessThanOrEqual(1);
  });
});

test("on the way between two views what both have under one pixel stays there", () => {
  const at = { x: 0.25, y: 0.6 };
  const to = zoomed(OPENING, both(3, at));
  const x = PLOT.left + at.x * PLOT.width;
  const bar = scaleOf(OPENING, PLOT, PRICES).barAt(x);
  for (const t of [0, 0.2, 0.7, 1])
    expect(scaleOf(between(OPENING, to, t), PLOT, PRICES).barAt(x)).toBeCloseTo(bar, 9);
  expect(between(OPENING, to, 1)).toBe(to);
});
