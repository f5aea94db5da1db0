import { describe, expect, test } from "vitest";
import { DEFAULT_LINES } from "../../settings/line-settings";
import type { ChartDay } from "../day";
import { aBar, aDay } from "../fixtures";
import type { Viewport } from "./frame";
import { fittedPrices, fittedToBars, followed, plotOf, scaleOf } from "./scale";
import { OPENING, zoomOf } from "./viewport";

const NO_LEVELS = { hoy: null, loy: null, coy: null, gxh: null, gxl: null, open: null };
const fitted = (day: ChartDay, lines = DEFAULT_LINES) => fittedPrices(day, lines);
const oneBar = (parts: Parameters<typeof aBar>[0]) => ({
  ...aDay({ levels: NO_LEVELS }),
  bars: [aBar({ ema: null, ...parts })],
});

test("margins are 60 above and below, 80 left and right", () => {
  expect(plotOf(1000, 700)).toEqual({ left: 80, top: 60, width: 840, height: 580 });
});

test("a phone keeps its width for the bars", () => {
  expect(plotOf(360, 500).width).toBeGreaterThan(280);
});

describe("the fitted prices", () => {
  test("are padded by 5 % on both sides", () => {
    expect(fitted(oneBar({ low: 5000, high: 5100 }))).toEqual({ from: 4995, to: 5105 });
  });

  test("hold levels and EMA, and ignore those of 0 or less", () => {
    const day = {
      ...oneBar({ low: 5000, high: 5100, ema: 5110 }),
      referenceLines: { ...NO_LEVELS, loy: 4990, gxl: 0, gxh: -1 },
    };
    expect(fitted(day)).toEqual({ from: 4984, to: 5116 });
  });

  test("leave out levels that are hidden, or farther away than a quarter of the bars' range", () => {
    const dayWith = (hoy: number) => ({
      ...oneBar({ low: 5000, high: 5100 }),
      referenceLines: { ...NO_LEVELS, hoy },
    });
    expect(fitted(dayWith(5126))).toEqual({ from: 4995, to: 5105 });
    expect(fitted(dayWith(5125))).toEqual({ from: 4993.75, to: 5131.25 });
    const hidden = DEFAULT_LINES.map((line) => ({ ...line, visible: false }));
    expect(fitted(dayWith(5120), hidden)).toEqual({ from: 4995, to: 5105 });
  });

  test("of a day that never moved have room above and below", () => {
    const { from, to } = fitted(oneBar({ open: 5000, high: 5000, low: 5000, close: 5000 }));
    expect([from, to]).toEqual([4999.95, 5000.05]);
  });

  test("are of the current session alone", () => {
    const day = { ...oneBar({ low: 5000, high: 5100 }) };
    const before = aBar({ session: "previous", index: 0, low: 10, high: 9000 });
    expect(fitted({ ...day, bars: [before, ...day.bars] })).toEqual({ from: 4995, to: 5105 });
  });

  test("of a bar without prices are an error that says so", () => {
    expect(() => fitted(oneBar({ low: Number.NaN }))).toThrow(/a bar without prices/);
  });
});

test("pixels and values lead back to each other", () => {
  const scale = scaleOf({ x: { from: -20.25, to: 31 }, y: { from: -0.2, to: 0.6 } }, plotOf(1000, 700), {
    from: 5000,
    to: 5040,
  });
  expect(scale.barAt(scale.xOf(17.5))).toBeCloseTo(17.5, 9);
  expect(scale.priceAt(scale.yOf(5012.75))).toBeCloseTo(5012.75, 9);
  expect(scale.yOf(scale.prices.from)).toBeCloseTo(640, 9);
  expect(scale.yOf(scale.prices.to)).toBeCloseTo(60, 9);
});

test("the opening view shows the fitted prices from foot to top", () => {
  const scale = scaleOf(OPENING, plotOf(1000, 700), { from: 5000, to: 5040 });
  expect([scale.yOf(5000), scale.yOf(5040)]).toEqual([640, 60]);
});

test("bars are fitted from foot to top, those in view alone", () => {
  const bars = [aBar({ index: 1, low: 5000, high: 5010 }), aBar({ index: 50, low: 5000, high: 5100 })];
  const day = { ...aDay(), bars };
  const whole = { from: 4900, to: 5200 };
  const seen = (view: typeof OPENING, all = whole) => scaleOf(view, plotOf(1000, 700), all).prices;
  expect(seen(fittedToBars(OPENING, day, whole))).toEqual({
    from: expect.closeTo(4995, 6),
    to: expect.closeTo(5105, 6),
  });
  const few = { ...OPENING, x: { from: 0, to: 20 } };
  expect(seen(fittedToBars(few, day, { from: 4990, to: 5090 }), { from: 4990, to: 5090 })).toEqual({
    from: expect.closeTo(4999.5, 6),
    to: expect.closeTo(5010.5, 6),
  });
  expect(zoomOf(fittedToBars(few, day, whole), "y"), "no closer than the zoom goes").toBeCloseTo(10, 6);
  const none = { ...OPENING, x: { from: 60, to: 80 } };
  expect(fittedToBars(none, day, whole)).toEqual(none);
});

describe("another day", () => {
  const next = aDay({ levels: { hoy: 5400, loy: 5000 } });
  const prices = fitted(next);
  const hidden = (view: Viewport) => {
    const { yOf, plot } = scaleOf(view, plotOf(1240, 720), prices);
    return next.bars.filter(
      ({ index, high, low }) =>
        index >= view.x.from &&
        index <= view.x.to &&
        (yOf(high) < plot.top || yOf(low) > plot.top + plot.height),
    );
  };

  test.each([
    [{ from: 0.9, to: 1.2 }],
    [{ from: -0.3, to: 0.1 }],
    [{ from: 0.4, to: 0.6 }],
    [{ from: 1.1, to: 2.4 }],
  ])("of which zoomed prices (%o) would hide bars is shown with all of them", (y) => {
    const view = { x: { from: 20, to: 50 }, y };
    expect(hidden(view)).not.toEqual([]);
    expect(hidden(followed(view, next, prices))).toEqual([]);
    expect(followed(view, next, prices).x).toBe(view.x);
  });

  test("keeps the zoom that has room for its bars", () => {
    const { from, to } = followed({ x: OPENING.x, y: { from: 0.5, to: 2 } }, next, prices).y;
    expect(to - from).toBeCloseTo(1.5, 9);
  });

  test("changes nothing of prices at rest", () => {
    const view = { x: { from: -40, to: 20 }, y: { ...OPENING.y } };
    expect(followed(view, next, prices)).toBe(view);
  });
});
