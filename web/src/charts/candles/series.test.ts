import { expect, test } from "vitest";
import { DEFAULT_LINES, type LineSettings } from "@/lib/line-settings";
import { aDay, aModel } from "./fixtures";
import { candleOption } from "./option";
import { pictureOf } from "./picture";
import { OPENING } from "./viewport";

/** The drawn lines of the levels: their colour, width and middle. */
function drawnLevels(lines: LineSettings) {
  const model = aModel(aDay(), { lines, view: { ...OPENING, y: { from: 0.001, to: 1 } } });
  const { svg } = pictureOf(candleOption(model), model.width, model.height);
  const paths = new DOMParser()
    .parseFromString(svg, "image/svg+xml")
    .querySelectorAll('path[ecmeta_series_index="2"]');
  return [...paths].map((path) => ({
    color: path.getAttribute("stroke") ?? "",
    width: Number(path.getAttribute("stroke-width") ?? 1),
    y: Number(/^M\S+ (\S+?)L/.exec(path.getAttribute("d") ?? "")?.[1]),
  }));
}

test("a level's line fills whole pixels, whatever its width", () => {
  const lines = DEFAULT_LINES.map((line, i) => ({ ...line, strokeWidth: (i % 5) + 1 }));
  const colors = new Set(lines.map(({ color }) => color));
  const own = drawnLevels(lines).filter(({ color }) => colors.has(color));
  expect(own).toHaveLength(lines.length);
  for (const { color, width, y } of own) expect((y - width / 2) % 1, `${color}, ${width} wide`).toBe(0);
});

test("a colour that would be lost on the surface lies in the middle of a wider line", () => {
  const drawn = drawnLevels(DEFAULT_LINES);
  const at = drawn.findIndex(({ color }) => color === "#FFA500");
  const [under, line] = drawn.slice(at - 1, at + 1);
  expect(under).toEqual({ color: "#3C4654", width: (line?.width ?? 0) + 1, y: line?.y });
});
