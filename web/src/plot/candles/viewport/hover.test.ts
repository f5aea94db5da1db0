import { expect, test } from "vitest";
import { DEFAULT_LINES } from "../../settings/line-settings";
import { aBar, aDay } from "../fixtures";
import { levelsOf } from "../layers/levels";
import { candleAt, isInside, levelAt } from "./hover";
import { plotOf, scaleOf } from "./scale";
import { OPENING } from "./viewport";

const bars = [
  aBar({ bar_number: 10, open: 5002, high: 5006, low: 5000, close: 5004 }),
  aBar({ bar_number: 11, open: 5003, high: 5003, low: 5003, close: 5003 }),
];
const [width, height] = [1060, 620];
const scale = scaleOf(OPENING, plotOf(width, height), { from: 4990, to: 5010 });
const frame = { ...scale, day: { ...aDay(), bars }, viewport: OPENING, width, height };
const hit = (index: number, price: number, right = 0) =>
  candleAt(frame, { x: scale.xOf(index) + right, y: scale.yOf(price) })?.bar_number;

test("a pointer meets a bar between its high and its low", () => {
  expect([hit(10, 5000), hit(10, 5006), hit(10, 5003)]).toEqual([10, 10, 10]);
  expect([hit(10, 5006.25), hit(10, 4999.75)]).toEqual([undefined, undefined]);
});

test("and within 80 % of the bar's width", () => {
  const edge = 0.4 * scale.spacing;
  expect([hit(10, 5003, edge - 0.01), hit(10, 5003, 0.01 - edge)]).toEqual([10, 10]);
  expect([hit(10, 5003, edge + 0.01), hit(10, 5003, -edge - 0.01)]).toEqual([undefined, undefined]);
});

test("a bar without range is met on its line", () => {
  expect([hit(11, 5003), hit(11, 5003.25)]).toEqual([11, undefined]);
});

test("a height meets the nearest reference line within 5 px", () => {
  const levels = levelsOf(aDay({ levels: { hoy: 5005, gxh: 5005.2, coy: 5000 } }), DEFAULT_LINES, scale);
  const y = scale.yOf(5005);
  expect([levelAt(levels, y + 5)?.key, levelAt(levels, y - 5)?.key]).toEqual(["hoy", "gxh"]);
  expect(levelAt(levels, y + 5.1)).toBeUndefined();
});

test("the crosshair ends with the plot", () => {
  expect(isInside(frame, { x: 80, y: 60 })).toBe(true);
  expect(isInside(frame, { x: 79, y: 60 })).toBe(false);
  expect(isInside(frame, { x: 80, y: 561 })).toBe(false);
});
