import { expect, it } from "vitest";
import { hourTicks, LAST_BAR, levelsOf, pricesOf, restOf, scaleOf } from "./day-scale";
import { aQuizDay, climbing } from "./testing";

const SIZE = { width: 1000, height: 360 };

it("bars are measured in ADR10 from the open", () => {
  expect(pricesOf({ o: [0, 50], h: [100, 60], l: [-50, 10], c: [50, 20] }, 200)).toEqual([
    { index: 1, open: 0, high: 0.5, low: -0.25, close: 0.25 },
    { index: 2, open: 0.25, high: 0.3, low: 0.05, close: 0.1 },
  ]);
});

it("before the guess there is room for what may come, after it all of it is within the plot", () => {
  const day = aQuizDay({ adr10: 40 });
  const known = pricesOf(day.bars, day.adr10).at(-1)?.close ?? 0;
  const { from, to } = scaleOf(day, SIZE).prices;
  expect(from).toBeLessThanOrEqual(known - 0.5);
  expect(to).toBeGreaterThanOrEqual(known + 0.5);
  const whole = { ...day, bars: climbing(LAST_BAR) };
  const scale = scaleOf(whole, SIZE);
  const { top, height } = scale.plot;
  for (const { high, low } of pricesOf(whole.bars, day.adr10)) {
    expect(scale.yOf(high)).toBeGreaterThanOrEqual(top);
    expect(scale.yOf(low)).toBeLessThanOrEqual(top + height);
  }
});

it("levels near the bars are lines with names apart, those beyond are named at the edge", () => {
  const levels = { hoy: 41, loy: -400, coy: 40, gxh: null, gxl: -20 };
  const day = aQuizDay({ levels });
  const found = levelsOf(day, scaleOf(day, SIZE));
  expect(found.lines.map(({ label }) => label)).toEqual(["HoY", "CoY", "GXL"]);
  const [hoy, coy] = found.lines;
  expect((coy?.textY ?? 0) - (hoy?.textY ?? 0)).toBeGreaterThanOrEqual(12);
  expect(found.above).toBeNull();
  expect(found.below).toBe("↓ LoY −2.00");
});

it("hours stand under their first bars, every second one where room is short", () => {
  const day = aQuizDay();
  expect(hourTicks(scaleOf(day, SIZE)).map(({ bar, time }) => `${bar} ${time}`)).toEqual([
    ...["1 9:30", "13 10:30", "25 11:30", "37 12:30", "49 13:30", "61 14:30", "73 15:30"],
  ]);
  expect(hourTicks(scaleOf(day, { width: 300, height: 280 })).map(({ bar }) => bar)).toEqual([1, 25, 49, 73]);
});

it("the rest of the day begins after the last known bar", () => {
  const scale = scaleOf(aQuizDay(), SIZE);
  const { left, width } = restOf(12, scale);
  expect(left).toBeCloseTo((scale.xOf(12) + scale.xOf(13)) / 2, 9);
  expect(left + width).toBeCloseTo(scale.plot.left + scale.plot.width, 9);
});
