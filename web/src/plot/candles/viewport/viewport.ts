import type { Rect, Span, Viewport } from "./frame";

/** Units of the horizontal axis at rest: bars 1 to 81 and room to 90. */
const AXIS_UNITS = 90;
export const ZOOM_IN = 1.2;
export const ZOOM_OUT = 0.8;
/** How far an arrow key pans, in pixels. */
export const PAN_STEP = 50;
const LEAST_ZOOM = 0.1;
export const MOST_ZOOM = 10;

/** Bars 1 to 90, each centred on its unit, and the whole fitted price range. */
export const OPENING: Viewport = { x: { from: 0.5, to: AXIS_UNITS + 0.5 }, y: { from: 0, to: 1 } };

/** Where the middle of a view may go: back to the first bar a previous session can have, and near the prices. */
const MIDDLES: Viewport = { x: { from: -80, to: AXIS_UNITS }, y: { from: -0.5, to: 1.5 } };

/** The farthest that any view reaches. */
export const REACH: Viewport = { x: reachOf("x"), y: reachOf("y") };

const NEAR_PARTS = 5000;

export interface Zoom {
  /** Above 1 shows less and larger. */
  factor: number;
  /** The point that stays where it is, in parts of the plot from its left and its foot. */
  at: { x: number; y: number };
  axes: "both" | "x" | "y";
}

/** How many times larger than at rest an axis is drawn. */
export function zoomOf(view: Viewport, axis: "x" | "y"): number {
  return lengthOf(OPENING[axis]) / lengthOf(view[axis]);
}

export function zoomed(view: Viewport, { factor, at, axes }: Zoom): Viewport {
  return {
    x: axes === "y" ? view.x : zoomedSpan(view, "x", factor, at.x),
    y: axes === "x" ? view.y : zoomedSpan(view, "y", factor, at.y),
  };
}

/** The view as near as the limits of zoom and place allow. */
export function limited(view: Viewport): Viewport {
  return zoomed(view, { factor: 1, at: { x: 0.5, y: 0.5 }, axes: "both" });
}

/** The view after the drawing was pulled by so many pixels to the right and down. */
export function panned(view: Viewport, right: number, down: number, plot: Rect): Viewport {
  return {
    x: shifted(view.x, (-right / plot.width) * lengthOf(view.x), MIDDLES.x),
    y: shifted(view.y, (down / plot.height) * lengthOf(view.y), MIDDLES.y),
  };
}

/** The view at part `t` (0..1) of the way; what both have under one pixel stays there all the way. */
export function between(from: Viewport, to: Viewport, t: number): Viewport {
  if (t >= 1) return to;
  return { x: spanBetween(from.x, to.x, t), y: spanBetween(from.y, to.y, t) };
}

/** A wheel's turn as a factor: one notch (100 px) is the step of the keys. */
export function wheelFactor(pixels: number): number {
  return (pixels < 0 ? ZOOM_IN : ZOOM_OUT) ** (Math.min(Math.abs(pixels), 300) / 100);
}

function zoomedSpan(view: Viewport, axis: "x" | "y", factor: number, at: number): Span {
  const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoomOf(view, axis) * factor));
  const span = view[axis];
  const length = lengthOf(OPENING[axis]) / zoom;
  const from = span.from + at * (lengthOf(span) - length);
  return shifted({ from, to: from + length }, 0, MIDDLES[axis]);
}

function reachOf(axis: "x" | "y"): Span {
  const half = lengthOf(OPENING[axis]) / LEAST_ZOOM / 2;
  return { from: MIDDLES[axis].from - half, to: MIDDLES[axis].to + half };
}

/** The span moved by `by`, its middle kept within `middles`. */
function shifted({ from, to }: Span, by: number, middles: Span): Span {
  const middle = (from + to) / 2;
  const wanted = Math.min(middles.to, Math.max(middles.from, middle + by));
  return { from: from + wanted - middle, to: to + wanted - middle };
}

function spanBetween(a: Span, b: Span, t: number): Span {
  return { from: a.from + (b.from - a.from) * t, to: a.to + (b.to - a.to) * t };
}

/** Whether two views differ by less than an address keeps of them. */
export function isNear(a: Viewport, b: Viewport): boolean {
  const isEnd = (axis: "x" | "y", end: "from" | "to") =>
    Math.abs(a[axis][end] - b[axis][end]) <= lengthOf(OPENING[axis]) / NEAR_PARTS;
  return isEnd("x", "from") && isEnd("x", "to") && isEnd("y", "from") && isEnd("y", "to");
}

export function lengthOf({ from, to }: Span): number {
  return to - from;
}
