import type { Scale } from "@/charts/candles/viewport/frame";
import type { Point } from "@/charts/candles/viewport/hover";
import { HIT_TOLERANCE } from "./geometry";
import { type Outline, outlineOf } from "./outline";
import type { Drawing } from "./state/drawings";

/** About what a letter of a drawn text takes, in pixels. */
const LETTER = { width: 7.5, height: 18 };

/** The drawing nearest to a point and within `reach` pixels of it, the one on top of several. */
export function drawingAt(
  drawings: readonly Drawing[],
  scale: Scale,
  point: Point,
  reach: number,
): Drawing | undefined {
  const far = drawings
    .filter(({ isHidden }) => !isHidden)
    .map((drawing) => ({ drawing, distance: distanceTo(outlineOf(drawing, scale), point) }))
    .filter(({ distance }) => distance <= reach);
  const least = Math.min(...far.map(({ distance }) => distance));
  return far.findLast(({ distance }) => distance === least)?.drawing;
}

/** Pixels from a point to a drawing. Within a box it is never far, but nearer to what lies in the box. */
export function distanceTo(outline: Outline, { x, y }: Point): number {
  if (outline.kind === "line") {
    const { x1, y1, x2, y2 } = outline;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.min(1, Math.max(0, along));
    return Math.hypot(x1 + t * dx - x, y1 + t * dy - y);
  }
  const { x: left, y: top, width, height } = outline.kind === "box" ? outline : boxOf(outline);
  const within = Math.min(x - left, left + width - x, y - top, top + height - y);
  if (within >= 0) return Math.min(within, HIT_TOLERANCE);
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

function boxOf({ x, y, text }: Extract<Outline, { kind: "text" }>) {
  return { x, y: y - LETTER.height / 2, width: text.length * LETTER.width, height: LETTER.height };
}
