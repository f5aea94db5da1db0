import { expect, test } from "vitest";
import { DEFAULT_LINES } from "../../settings/line-settings";
import { aDay } from "../fixtures";
import { fittedPrices, plotOf, scaleOf } from "../viewport/scale";
import { OPENING } from "../viewport/viewport";
import { isOverlapping, levelsOf, nameBox } from "./levels";

const day = aDay();
const scale = scaleOf(OPENING, plotOf(1000, 600), fittedPrices(day, DEFAULT_LINES));

test("each level stands at its price with its own look", () => {
  const levels = levelsOf(day, DEFAULT_LINES, scale);
  expect(levels.map(({ label }) => label)).toEqual(["GXH", "HoY", "Open", "CoY", "GXL", "LoY"]);
  expect(levels.map(({ color }) => color)).toEqual([
    "#808080",
    "#0080FF",
    "#00FFFF",
    "#FFA500",
    "#808080",
    "#FF0000",
  ]);
  for (const { price, y } of levels) expect(scale.priceAt(y)).toBeCloseTo(price, 9);
});

test("a level has the width and the text size of its settings", () => {
  const styled = DEFAULT_LINES.map((line, i) => ({ ...line, strokeWidth: i + 1, fontSize: 10 + 2.5 * i }));
  const drawn = new Map(
    levelsOf(day, styled, scale).map(({ key, width, fontSize }) => [key, [width, fontSize]]),
  );
  expect(drawn).toEqual(
    new Map(styled.map(({ key, strokeWidth, fontSize }) => [key, [strokeWidth, fontSize]])),
  );
});

test("dashed is 5,5 and dotted 2,2", () => {
  const styled = DEFAULT_LINES.map((line) =>
    line.key === "hoy" ? { ...line, lineStyle: "dashed" as const } : line,
  );
  const dashes = new Map(levelsOf(day, styled, scale).map(({ key, dash }) => [key, dash]));
  expect([dashes.get("hoy"), dashes.get("open"), dashes.get("loy")]).toEqual([[5, 5], [2, 2], []]);
});

test("a level that is unknown, 0, below 0 or hidden is not drawn", () => {
  const partly = aDay({ levels: { hoy: null, loy: 0, coy: -1 } });
  const lines = DEFAULT_LINES.map((line) => ({ ...line, visible: line.key !== "gxh" }));
  expect(levelsOf(partly, lines, scale).map(({ key }) => key)).toEqual(["open", "gxl"]);
});

test("a level outside the view is not drawn", () => {
  const top = scaleOf(
    { x: OPENING.x, y: { from: 0.5, to: 1 } },
    plotOf(1000, 600),
    fittedPrices(day, DEFAULT_LINES),
  );
  expect(levelsOf(day, DEFAULT_LINES, top).map(({ key }) => key)).not.toContain("loy");
});

test("texts of levels at nearly one price stand below each other, lines stay where they are", () => {
  const close = aDay({ levels: { hoy: 5210, gxh: 5210.25, coy: 5210 } });
  const levels = levelsOf(close, DEFAULT_LINES, scale).slice(0, 3);
  const gaps = levels.slice(1).map(({ textY }, i) => textY - (levels[i]?.textY ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(14);
  expect(levels.map(({ y }) => scale.priceAt(y))).toEqual(
    [5210.25, 5210, 5210].map((price) => expect.closeTo(price, 6)),
  );
});

test.each([10, 14, 32])("names of %d pixels at the plot's foot lie over each other nowhere", (fontSize) => {
  const near = { hoy: 5203, gxh: 5203.25, coy: 5203.5, gxl: 5203.25, loy: 5203, open: 5203.75 };
  const { plot } = scale;
  const foot = { x: OPENING.x, y: { from: (5202.9 - 5200) / 100, to: 1 } };
  const view = scaleOf(foot, plot, { from: 5200, to: 5300 });
  const lines = DEFAULT_LINES.map((line) => ({ ...line, fontSize }));
  const boxes = levelsOf(aDay({ levels: near }), lines, view).map((level) => nameBox(level, plot));
  expect(boxes).toHaveLength(6);
  for (const [i, box] of boxes.entries()) {
    expect(box.top + box.height).toBeLessThanOrEqual(plot.top + plot.height);
    expect(boxes.slice(i + 1).some((other) => isOverlapping(box, other))).toBe(false);
  }
});
