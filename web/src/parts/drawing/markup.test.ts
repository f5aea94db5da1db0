// @vitest-environment jsdom
import { expect, it } from "vitest";
import { drawingsMarkup } from "./markup";
import { SCALE } from "./testing";

const COLORS = { line: "#2F6FED", halo: "#FFFFFF" };

it("has every drawing at the pixels of the chart, cut off at its plot", () => {
  const svg = drawingsMarkup(
    [
      { type: "horizontal_line", y: 5050 },
      { type: "trend_line", x1: 1, y1: 5000, x2: 10, y2: 5050 },
      { type: "rectangle", x1: 10, y1: 5050, x2: 1, y2: 5100 },
      { type: "text", x: 10, y: 5050, text: "a < b" },
    ],
    SCALE,
    COLORS,
  );
  const { documentElement: root } = new DOMParser().parseFromString(`<svg>${svg}</svg>`, "image/svg+xml");
  const drawn = root.querySelector("g");
  expect(drawn?.getAttribute("clip-path")).toBe("url(#drawing-area)");
  const clip = root.querySelector("clipPath rect");
  expect(clip?.outerHTML).toMatch(/x="80" y="60" width="900" height="400"/);
  const [level, trend, box, text] = [...(drawn?.children ?? [])].map(({ outerHTML }) => outerHTML);
  expect(level).toMatch(/x1="80" y1="260" x2="980" y2="260" stroke="#2F6FED"/);
  expect(trend).toMatch(/x1="85" y1="460" x2="175" y2="260"/);
  expect(box).toMatch(/x="85" y="60" width="90" height="200"/);
  expect(text).toMatch(/x="175" y="260".*>a &lt; b</);
});

it("has a drawing's own ink, and none that is hidden", () => {
  const inked = { type: "horizontal_line", y: 5050, color: "#E5484D", width: 3, dash: "dashed" } as const;
  const svg = drawingsMarkup([inked, { type: "horizontal_line", y: 5060, isHidden: true }], SCALE, COLORS);
  expect(svg.match(/<line/g)).toHaveLength(1);
  expect(svg).toContain('stroke="#E5484D" stroke-width="3" stroke-dasharray="5 5"');
});

it("is nothing where nothing is drawn", () => {
  expect(drawingsMarkup([], SCALE, COLORS)).toBe("");
});
