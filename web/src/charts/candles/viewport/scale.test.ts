import { describe, expect, test } from "vitest";
import { aBar, aDay } from "../fixtures";
import { fittedPrices, plotOf, scaleOf } from "./scale";
import { OPENING } from "./viewport";

const NO_LEVELS = { hoy: null, loy: null, coy: null, gxh: null, gxl: null, open: null };
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
    expect(fittedPrices(oneBar({ low: 5000, high: 5100 }))).toEqual({ from: 4995, to: 5105 });
  });

  test("hold levels and EMA, and ignore those of 0 or less", () => {
    const day = {
      ...oneBar({ low: 5000, high: 5100, ema: 5110 }),
      referenceLines: { ...NO_LEVELS, loy: 4990, gxl: 0, gxh: -1 },
    };
    expect(fittedPrices(day)).toEqual({ from: 4984, to: 5116 });
  });

  test("of a day that never moved have room above and below", () => {
    const { from, to } = fittedPrices(oneBar({ open: 5000, high: 5000, low: 5000, close: 5000 }));
    expect([from, to]).toEqual([4999.95, 5000.05]);
  });

  test("are of the current session alone", () => {
    const day = { ...oneBar({ low: 5000, high: 5100 }) };
    const before = aBar({ session: "previous", index: 0, low: 10, high: 9000 });
    expect(fittedPrices({ ...day, bars: [before, ...day.bars] })).toEqual({ from: 4995, to: 5105 });
  });

  test("of a bar without prices are an error that says so", () => {
    expect(() => fittedPrices(oneBar({ low: Number.NaN }))).toThrow(/a bar without prices/);
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
