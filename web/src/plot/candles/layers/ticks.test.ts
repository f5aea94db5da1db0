import { describe, expect, test } from "vitest";
import { aDay } from "../fixtures";
import { plotOf, scaleOf } from "../viewport/scale";
import { OPENING } from "../viewport/viewport";
import { numberTicks, priceTicks, timeTicks } from "./ticks";

const wide = scaleOf(OPENING, plotOf(1240, 700), { from: 5000, to: 5043 });
const texts = (ticks: { text: string }[]) => ticks.map(({ text }) => text);

test("times stand under bars 1, 13, 25, 37, 49, 61 and 73", () => {
  const ticks = timeTicks(aDay(), wide);
  expect(texts(ticks)).toEqual(["9:30", "10:30", "11:30", "12:30", "1:30", "2:30", "3:30"]);
  expect(ticks.map(({ x }) => Math.round(wide.barAt(x)))).toEqual([1, 13, 25, 37, 49, 61, 73]);
});

test("numbers stand under bar 1 and every third bar from 3 to 81", () => {
  const ticks = numberTicks(aDay(), wide);
  expect(texts(ticks)).toEqual(["1", ...Array.from({ length: 27 }, (_, i) => String(3 * (i + 1)))]);
  for (const { x, text } of ticks) expect(x).toBeCloseTo(wide.xOf(Number(text)), 9);
});

test("a half day has neither time nor number where it has no bar", () => {
  const day = aDay({ current: 45 });
  expect(texts(timeTicks(day, wide))).toEqual(["9:30", "10:30", "11:30", "12:30"]);
  expect(texts(numberTicks(day, wide)).at(-1)).toBe("45");
});

test("on a narrow chart no text runs into the next", () => {
  const narrow = scaleOf(OPENING, plotOf(360, 500), { from: 5000, to: 5043 });
  for (const [ticks, room] of [
    [timeTicks(aDay(), narrow), 40],
    [numberTicks(aDay(), narrow), 18],
  ] as const) {
    const gaps = ticks.slice(1).map(({ x }, i) => x - (ticks[i]?.x ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(room - 4);
  }
});

test("where the sessions meet, the last number of the day before gives way to bar 1", () => {
  const view = { x: { from: -30.5, to: 59.5 }, y: OPENING.y };
  const joint = (width: number) => {
    const numbers = texts(numberTicks(aDay(), scaleOf(view, plotOf(width, 700), { from: 1, to: 2 })));
    return numbers.slice(numbers.indexOf("1") - 1, numbers.indexOf("1") + 2);
  };
  expect(joint(1240)).toEqual(["78", "1", "3"]);
  expect(joint(2160)).toEqual(["81", "1", "3"]);
});

test("the day before has its own, once it is in view", () => {
  const left = scaleOf({ x: { from: -89.5, to: 0.5 }, y: OPENING.y }, plotOf(1240, 700), { from: 1, to: 2 });
  expect(texts(timeTicks(aDay(), left))).toHaveLength(7);
});

describe("prices", () => {
  test.each([
    [5000, 5043, 5],
    [5000, 5004.3, 0.5],
    [100, 1500, 200],
    [1.05, 1.07, 0.002],
  ])("from %d to %d stand every %d", (from, to, step) => {
    const prices = priceTicks(scaleOf(OPENING, plotOf(1240, 700), { from, to }));
    expect((prices[1] ?? 0) - (prices[0] ?? 0)).toBeCloseTo(step, 9);
    expect(prices[0]).toBeGreaterThanOrEqual(from);
    expect(prices.at(-1)).toBeLessThanOrEqual(to);
  });
});
