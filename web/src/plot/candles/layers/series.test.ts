// @vitest-environment jsdom
import { expect, test } from "vitest";
import { DEFAULT_LINES, type LineSettings } from "../../settings/line-settings";
import { aDay, aModel } from "../fixtures";
import { pictureOf } from "../picture";
import { OPENING } from "../viewport/viewport";
import { candleOption } from "./option";

/** The drawn lines of the levels: their colour, width and middle. */
function drawnLevels(lines: LineSettings, surface = "#FFFFFF") {
  const day = aModel(aDay(), { lines, view: { ...OPENING, y: { from: 0.001, to: 1 } } });
  const model = { ...day, theme: { ...day.theme, surface } };
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
  const own = drawnLevels(lines);
  expect(own).toHaveLength(lines.length);
  for (const { color, width, y } of own) expect((y - width / 2) % 1, `${color}, ${width} wide`).toBe(0);
});

test.each(["light", "dark"])(
  "each level has its colour and width and nothing under it, in the %s theme",
  (theme) => {
    const surface = theme === "light" ? "#FFFFFF" : "#171C24";
    const wide = DEFAULT_LINES.map((line, i) => ({ ...line, strokeWidth: (i % 5) + 1 }));
    for (const lines of [DEFAULT_LINES, wide]) {
      const drawn = drawnLevels(lines, surface).map(({ color, width }) => `${color} ${width}`);
      expect(drawn.toSorted()).toEqual(lines.map((line) => `${line.color} ${line.strokeWidth}`).toSorted());
    }
  },
);
