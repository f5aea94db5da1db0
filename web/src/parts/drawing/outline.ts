import type { Drawing, Shape } from "@/kept/drawings/drawings";
import type { Scale } from "@/plot/candles/viewport/frame";
import type { Point } from "@/plot/candles/viewport/hover";
import { DASHES } from "@/plot/settings/line-settings";
import { HIT_TOLERANCE } from "./geometry";

/** A drawing in pixels of the chart, as an element of SVG. */
export type Outline =
  | { tag: "line"; x1: number; y1: number; x2: number; y2: number }
  | { tag: "rect"; x: number; y: number; width: number; height: number }
  | { tag: "text"; x: number; y: number; children: string };

/** About what a letter of a drawn text takes, in pixels. */
const LETTER = { width: 7.5, height: 18 };

/** What a drawing is drawn with, as SVG has it; without a colour of its own the theme's. */
export function inkOf({ color, width = 1.5, dash = "solid" }: Shape) {
  return { color, width, dashes: DASHES[dash].join(" ") || "none" };
}

/** Where a drawing lies at this zoom: a horizontal line runs across the plot, a trend line between its ends. */
export function outlineOf(shape: Shape, { plot, xOf, yOf }: Scale): Outline {
  if (shape.type === "text") return { tag: "text", x: xOf(shape.x), y: yOf(shape.y), children: shape.text };
  if (shape.type === "horizontal_line") {
    const y = yOf(shape.y);
    return { tag: "line", x1: plot.left, y1: y, x2: plot.left + plot.width, y2: y };
  }
  const [x1, y1, x2, y2] = [xOf(shape.x1), yOf(shape.y1), xOf(shape.x2), yOf(shape.y2)];
  if (shape.type === "trend_line") return { tag: "line", x1, y1, x2, y2 };
  const corner = { x: Math.min(x1, x2), y: Math.min(y1, y2) };
  return { tag: "rect", ...corner, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** The drawing nearest to a point and within `reach` pixels of it, the one on top of several. */
export function drawingAt(drawings: readonly Drawing[], scale: Scale, point: Point, reach: number) {
  const far = drawings
    .filter(({ isHidden }) => !isHidden)
    .map((drawing) => ({ drawing, distance: distanceTo(outlineOf(drawing, scale), point) }))
    .filter(({ distance }) => distance <= reach);
  const least = Math.min(...far.map(({ distance }) => distance));
  return far.findLast(({ distance }) => distance === least)?.drawing;
}

/** Pixels from a point to a drawing. Within a box it is never far, but nearer to what lies in the box. */
export function distanceTo(outline: Outline, { x, y }: Point): number {
  if (outline.tag === "line") {
    const { x1, y1, x2, y2 } = outline;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.min(1, Math.max(0, along));
    return Math.hypot(x1 + t * dx - x, y1 + t * dy - y);
  }
  const { x: left, y: top, width, height } = outline.tag === "rect" ? outline : boxOf(outline);
  const within = Math.min(x - left, left + width - x, y - top, top + height - y);
  if (within >= 0) return Math.min(within, HIT_TOLERANCE);
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

function boxOf({ x, y, children }: Extract<Outline, { tag: "text" }>) {
  return { x, y: y - LETTER.height / 2, width: children.length * LETTER.width, height: LETTER.height };
}
