import type { Scale } from "@/charts/candles/viewport/frame";
import { DASHES } from "@/features/lines/state/line-settings";
import type { Shape } from "./state/drawings";

/** A drawing in pixels of the chart. */
export type Outline =
  | { kind: "line"; x1: number; y1: number; x2: number; y2: number }
  | { kind: "box"; x: number; y: number; width: number; height: number }
  | { kind: "text"; x: number; y: number; text: string };

/** How wide a drawing is drawn unless it says so itself. */
export const PLAIN_WIDTH = 1.5;

/** What a drawing is drawn with, as SVG has it; without a colour of its own the theme's. */
export function inkOf({ color, width = PLAIN_WIDTH, dash = "solid" }: Shape) {
  return { color, width, dashes: DASHES[dash].join(" ") || "none" };
}

/** Where a drawing stands at this zoom: a horizontal line runs across the plot, a trend line between its ends. */
export function outlineOf(shape: Shape, scale: Scale): Outline {
  const { plot, xOf, yOf } = scale;
  switch (shape.type) {
    case "horizontal_line": {
      const y = yOf(shape.y);
      return { kind: "line", x1: plot.left, y1: y, x2: plot.left + plot.width, y2: y };
    }
    case "trend_line":
      return { kind: "line", x1: xOf(shape.x1), y1: yOf(shape.y1), x2: xOf(shape.x2), y2: yOf(shape.y2) };
    case "rectangle": {
      const [left, right] = ordered(xOf(shape.x1), xOf(shape.x2));
      const [top, bottom] = ordered(yOf(shape.y1), yOf(shape.y2));
      return { kind: "box", x: left, y: top, width: right - left, height: bottom - top };
    }
    case "text":
      return { kind: "text", x: xOf(shape.x), y: yOf(shape.y), text: shape.text };
  }
}

function ordered(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a];
}
