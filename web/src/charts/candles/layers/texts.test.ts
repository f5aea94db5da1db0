import { expect, test } from "vitest";
import { aDay, aModel } from "../fixtures";
import { OPENING } from "../viewport/viewport";
import { chartTexts } from "./texts";

const CHARACTER = 6;

function dayText(from: number) {
  const model = aModel(aDay(), { view: { x: { from, to: from + 90 }, y: OPENING.y } });
  const { plot } = model.scale;
  return { plot, entry: chartTexts(model).find(({ text }) => text.endsWith(", previous day")) };
}

test.each([-20, -60, -100])("from bar %d on, the date of the day before stands within the plot", (from) => {
  const { plot, entry } = dayText(from);
  const { x = Number.NaN, text = "" } = entry ?? {};
  expect(x - text.length * CHARACTER).toBeGreaterThanOrEqual(plot.left);
  expect(x).toBeLessThanOrEqual(plot.left + plot.width);
});

test("where the plot has no room for it, the date of the day before is not written", () => {
  expect(dayText(-9.5).entry).toBeUndefined();
});

test("levels above and below the view are named at its edges", () => {
  const day = aDay({ levels: { hoy: 6000, gxh: 6001.5, loy: 4000 } });
  const texts = chartTexts(aModel(day)).map(({ text }) => text);
  expect(texts).toContain("↑ GXH 6,001.50, HoY 6,000.00");
  expect(texts).toContain("↓ LoY 4,000.00");
  expect(chartTexts(aModel(aDay())).some(({ text }) => /^[↑↓]/.test(text))).toBe(false);
});
