import fc from "fast-check";
import { expect, it } from "vitest";
import type { CurvePoint } from "@/api/generated";
import { heightOf, placeOf, snapped, spanOf, ticksOf } from "./scale";

const point = (value: number, rate = 0.5): CurvePoint => ({
  ...{ value, lowest: value, highest: value, days: 40, occurrence_days: 20, occurrence: rate },
  ...{ confidence_interval: { lower: rate, upper: rate }, band: { lower: rate, upper: rate } },
  ...{ leaves_overall: false, coin: null },
});

it.each([
  [[-25.25, 24.5], false, { min: -25.4, max: 24.6, step: 0.2 }],
  [[4.2, 78.9], false, { min: 4, max: 79, step: 0.5 }],
  [[0, 240], false, { min: 0, max: 240, step: 0.5 }],
  [[0.5, 7], true, { min: 0, max: 7, step: 1 }],
  [[3, 3], true, { min: 3, max: 4, step: 1 }],
  [[0, 0], false, { min: 0, max: 0.1, step: 0.1 }],
])("a picture of %j, a count: %s", (ends, isCount, span) => {
  expect(
    spanOf(
      ends.map((value) => point(value)),
      isCount,
    ),
  ).toEqual(span);
});

it("any curve lies within its picture, a cut on a step of it, and ticks between its ends", () => {
  const value = fc.integer({ min: -1e6, max: 1e6 }).map((thousandths) => thousandths / 1000);
  fc.assert(
    fc.property(value, value, value, fc.boolean(), (a, b, at, isCount) => {
      const points = [a, b].sort((x, y) => x - y).map((each) => point(each));
      const span = spanOf(points, isCount);
      expect(span.max).toBeGreaterThan(span.min);
      for (const { value } of points) {
        expect(value).toBeGreaterThanOrEqual(span.min - 1e-6);
        expect(value).toBeLessThanOrEqual(span.max + 1e-6);
      }
      const cut = snapped(at, span);
      expect(cut).toBeGreaterThanOrEqual(span.min);
      expect(cut).toBeLessThanOrEqual(span.max);
      expect(snapped(cut, span)).toBe(cut);
      const steps = cut / span.step;
      expect(Math.abs(steps - Math.round(steps))).toBeLessThanOrEqual(1e-6 + 1e-9 * Math.abs(steps));
      const ticks = ticksOf(span);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.map((tick) => placeOf(tick, span))).toEqual(
        ticks.map((tick) => (tick - span.min) / (span.max - span.min)),
      );
      expect(ticks.toSorted((x, y) => x - y)).toEqual(ticks);
    }),
  );
});

it.each([
  [[0.61, 0.64], { min: 50, max: 70 }],
  [[0.02, 0.05], { min: 0, max: 20 }],
  [[0.99, 1], { min: 80, max: 100 }],
  [[0.21, 0.95], { min: 20, max: 100 }],
])("shares of %j are drawn from %j", (rates, height) => {
  expect(heightOf(rates.map((rate, at) => point(at, rate)))).toEqual(height);
});
