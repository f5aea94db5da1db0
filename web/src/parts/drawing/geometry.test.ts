import { describe, expect, it, test } from "vitest";
import type { ChartBar } from "@/api/generated";
import { scaleOf } from "@/plot/candles/viewport/scale";
import { anchorAt, pointOf, snapAt, within } from "./geometry";
import { outlineOf } from "./outline";
import { aBar, SCALE } from "./testing";

const TICK = 0.25;

const BAR = aBar(10, [5050, 5060, 5040, 5045]);
const magnets = (...bars: ChartBar[]) => ({ bars, levels: [] });

describe("a point of the chart", () => {
  it("is a bar and a price, and comes back to the same pixel at the same zoom", () => {
    expect(anchorAt(SCALE, { x: 85, y: 460 }, null, TICK)).toEqual({ bar: 1, price: 5000 });
    expect(pointOf(SCALE, { bar: 1, price: 5000 })).toEqual({ x: 85, y: 460 });
  });

  it("goes with bar and price through zoom and size", () => {
    const zoomed = scaleOf(
      { x: { from: 0.5, to: 45.5 }, y: { from: 0.25, to: 0.75 } },
      { left: 56, top: 60, width: 450, height: 200 },
      { from: 5000, to: 5100 },
    );
    const anchor = anchorAt(SCALE, { x: 275, y: 260 }, null, TICK);
    expect(anchor).toEqual({ bar: 20, price: 5050 });
    const { x, y } = pointOf(zoomed, anchor);
    expect(x).toBeCloseTo(56 + 19.5 * 10);
    expect(y).toBeCloseTo(160);
  });

  it.each([
    [0.25, 5050.25],
    [0.1, 5050.2],
    [1, 5050],
    [0.0000005, 5050.175],
  ])("stands on a tick of %d", (tick, price) => {
    expect(anchorAt(SCALE, { x: 85, y: 259.3 }, null, tick)).toEqual({ bar: 1, price });
  });

  it("stays within the plot", () => {
    expect(within(SCALE.plot, { x: 0, y: 600 })).toEqual({ x: 80, y: 460 });
    expect(within(SCALE.plot, { x: 100, y: 100 })).toEqual({ x: 100, y: 100 });
  });
});

/** Bar 10 stands at x 175; its open, high, low and close at y 260, 220, 300 and 280. */
describe("a point snaps", () => {
  it.each([
    ["open", 260, 5050],
    ["high", 220, 5060],
    ["low", 300, 5040],
    ["close", 280, 5045],
  ])("to the %s", (_, y, price) => {
    expect(snapAt(SCALE, { x: 178, y: y + 3 }, magnets(BAR))).toEqual({ bar: 10, price });
  });

  it.each([
    ["10 pixels beside", { x: 185, y: 220 }, true],
    ["10.1 pixels beside", { x: 185.1, y: 220 }, false],
    ["10 pixels above", { x: 175, y: 210 }, true],
    ["10.1 pixels above", { x: 175, y: 209.9 }, false],
    ["8 and 8 pixels away", { x: 183, y: 212 }, false],
  ])("%s the high: %o", (_, point, snaps) => {
    expect(snapAt(SCALE, point, magnets(BAR))).toEqual(snaps ? { bar: 10, price: 5060 } : null);
  });

  it("to the nearest of several", () => {
    expect(snapAt(SCALE, { x: 175, y: 271 }, magnets(BAR))?.price).toBe(5045);
    expect(snapAt(SCALE, { x: 175, y: 269 }, magnets(BAR))?.price).toBe(5050);
    const next = aBar(11, [5060, 5060, 5060, 5060]);
    expect(snapAt(SCALE, { x: 181, y: 220 }, magnets(BAR, next))?.bar).toBe(11);
  });

  it("to the first of two that are as near", () => {
    expect(snapAt(SCALE, { x: 175, y: 270 }, magnets(BAR))?.price).toBe(5050);
    const twin = aBar(11, [5050, 5060, 5040, 5045]);
    expect(snapAt(SCALE, { x: 180, y: 260 }, magnets(BAR, twin))?.bar).toBe(10);
  });

  it("to nothing where nothing attracts", () => {
    expect(anchorAt(SCALE, { x: 176, y: 221 }, null, TICK)).toEqual({ bar: 10, price: 5059.75 });
    expect(anchorAt(SCALE, { x: 176, y: 221 }, magnets(BAR), TICK)).toEqual({ bar: 10, price: 5060 });
  });
});

describe("a level attracts", () => {
  it.each([
    [210, true],
    [230, true],
    [209.9, false],
  ])("a point at height %d: %s", (y, attracts) => {
    const { bar, price } = anchorAt(SCALE, { x: 196, y }, { bars: [], levels: [5060] }, TICK);
    expect(bar).toBe(12);
    expect(price === 5060).toBe(attracts);
  });

  it("less than a bar's price that is nearer", () => {
    const both = { bars: [BAR], levels: [5061] };
    expect(snapAt(SCALE, { x: 175, y: 221 }, both)).toEqual({ bar: 10, price: 5060 });
    expect(snapAt(SCALE, { x: 175, y: 216 }, both)).toEqual({ bar: 10, price: 5061 });
  });
});

test("a horizontal line runs across the plot, whatever part of the day is in view", () => {
  expect(outlineOf({ type: "horizontal_line", y: 5050 }, SCALE)).toEqual({
    tag: "line",
    x1: 80,
    y1: 260,
    x2: 980,
    y2: 260,
  });
});

test("a trend line runs between its ends", () => {
  const shape = { type: "trend_line", x1: 10, y1: 5050, x2: 1, y2: 5100 } as const;
  expect(outlineOf(shape, SCALE)).toEqual({ tag: "line", x1: 175, y1: 260, x2: 85, y2: 60 });
});

test("a rectangle is the same from whichever corner it was drawn", () => {
  const box = { tag: "rect", x: 85, y: 60, width: 90, height: 200 };
  for (const [x1, x2] of [
    [1, 10],
    [10, 1],
  ] as const)
    for (const [y1, y2] of [
      [5050, 5100],
      [5100, 5050],
    ] as const)
      expect(outlineOf({ type: "rectangle", x1, y1, x2, y2 }, SCALE)).toEqual(box);
});
