import { describe, expect, test } from "vitest";
import { aDay, aModel } from "../fixtures";
import { OPENING } from "../viewport/viewport";
import { isOverlapping, levelsOf, nameBox } from "./levels";
import type { CandleModel } from "./option";
import { chartTexts } from "./texts";

const CHARACTER = 6;
const NO_LEVELS = { hoy: null, loy: null, coy: null, gxh: null, gxl: null, open: null };

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

test.each([...Array(12).keys()].map((step) => 4 * step))(
  "what lies below the view is named beside a level's name that stands %d pixels above its edge",
  (pixels) => {
    const day = aDay({ levels: { hoy: null, gxh: null, gxl: null, coy: null, loy: 4000 } });
    const { plot, yOf } = aModel(day).scale;
    const height = plot.top + plot.height - yOf(day.referenceLines.open ?? 0);
    const from = (height - pixels) / plot.height;
    const view = { x: OPENING.x, y: { from, to: from + 1 } };
    const texts = chartTexts(aModel(day, { view }));
    const below = texts.find(({ text }) => text.startsWith("↓"));
    const name = texts.find(({ text }) => text === "Open");
    if (!below || !name) throw new Error("a text is missing");
    const isOver = below.y - below.size / 2 < name.y && below.y + below.size / 2 > name.y - name.size;
    expect(below.x).toBeLessThanOrEqual(isOver ? name.x - "Open".length * CHARACTER : name.x);
    if (!isOver) expect(below.x).toBe(name.x);
  },
);

test.each([
  ["below", "gxl", "↓"],
  ["above", "hoy", "↑"],
] as const)("no level's line goes through what lies %s the view", (_, beyond, arrow) => {
  const levels = { hoy: null, gxh: null, gxl: null, coy: null, loy: null };
  const day = aDay({ levels: { ...levels, [beyond]: arrow === "↓" ? 4000 : 6000 } });
  const { plot, yOf } = aModel(day).scale;
  const line = yOf(day.referenceLines.open ?? 0);
  const start = arrow === "↓" ? plot.top + plot.height - 10 : plot.top + 10;
  for (let pixels = 0; pixels < 24; pixels += 1) {
    const edge = arrow === "↓" ? plot.top + plot.height - pixels : plot.top + pixels;
    const by = (edge - line) / plot.height;
    const model = aModel(day, { view: { x: OPENING.x, y: { from: by, to: by + 1 } } });
    const note = chartTexts(model).find(({ text }) => text.startsWith(arrow));
    const open = model.scale.yOf(day.referenceLines.open ?? 0);
    expect(open).toBeCloseTo(edge);
    expect(Math.abs((note?.y ?? Number.NaN) - open)).toBeGreaterThan((note?.size ?? 0) / 2);
    expect(Math.abs((note?.y ?? Number.NaN) - start)).toBeLessThan(20);
  }
});

describe("the average's name", () => {
  const nameOf = (model: CandleModel) => chartTexts(model).find(({ text }) => text === "EMA");

  test("stands at the end of its line in the line's colour", () => {
    const model = aModel(aDay({ levels: NO_LEVELS }), { emaColor: "#123456" });
    const last = model.day.bars.at(-1);
    const name = nameOf(model);
    expect(name?.color).toBe("#123456");
    expect(name?.y).toBeCloseTo(model.scale.yOf(last?.ema ?? 0), 6);
    const beside = (name?.x ?? 0) - model.scale.xOf(81);
    expect(beside).toBeGreaterThan(0);
    expect(beside).toBeLessThan(12);
  });

  test("stays in the plot where the line goes on beyond it", () => {
    const model = aModel(aDay({ levels: NO_LEVELS }), { view: { x: { from: 10, to: 40 }, y: OPENING.y } });
    const { left, width } = model.scale.plot;
    expect((nameOf(model)?.x ?? 0) + 28).toBeLessThanOrEqual(left + width);
  });

  test.each([390, 1240])("in %d pixels lies over no level's name", (width) => {
    const { ema } = aDay().bars.at(-1) ?? {};
    for (let points = -3; points <= 3; points += 0.25) {
      const price = (ema ?? 0) + points;
      const model = aModel(aDay({ levels: { ...NO_LEVELS, hoy: price, coy: price + 0.25 } }), { width });
      const { x = 0, y = 0 } = nameOf(model) ?? {};
      const box = { left: x, top: y - 5.5, width: 28, height: 11 };
      const names = levelsOf(model.day, model.lines, model.scale).map((level) =>
        nameBox(level, model.scale.plot),
      );
      expect(names.some((name) => isOverlapping(box, name))).toBe(false);
    }
  });

  test("is not there without a line", () => {
    const day = aDay();
    expect(nameOf(aModel({ ...day, bars: day.bars.map((bar) => ({ ...bar, ema: null })) }))).toBeUndefined();
  });
});
