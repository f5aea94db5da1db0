import { type KeyboardEvent, type PointerEvent as Press, type RefObject, useEffect, useRef } from "react";
import type { Rect } from "./frame";
import type { Point } from "./hover";
import { type Move, RESET_MS } from "./use-viewport";
import { OPENING, PAN_STEP, panned, wheelFactor, ZOOM_IN, ZOOM_OUT, type Zoom, zoomed } from "./viewport";

const MIDDLE = { x: 0.5, y: 0.5 };
const LINE_PX = 33;
const PAGE_PX = 100;

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

/** What the view does on a key; null where the key is none of the chart's. */
export function keyMove({ key, ctrlKey, metaKey }: Key, plot: Rect): Parameters<Move> | null {
  if (ctrlKey || metaKey) return key === "0" ? [() => OPENING, RESET_MS] : null;
  const pan = PANS[key];
  if (pan) return [(view) => panned(view, pan[0] * PAN_STEP, pan[1] * PAN_STEP, plot)];
  const factor = ZOOMS[key];
  return factor ? [(view) => zoomed(view, { factor, at: MIDDLE, axes: "both" })] : null;
}

const ZOOMS: Record<string, number> = { "+": ZOOM_IN, "=": ZOOM_IN, "-": ZOOM_OUT, _: ZOOM_OUT };

/** Where the drawing goes, in steps to the right and down: the view looks the way the arrow points. */
const PANS: Record<string, readonly [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** A wheel's turn: both axes, with Shift the prices alone, with Alt the bars alone. */
export function wheelZoom(event: WheelEvent, plot: Rect, corner: Point): Zoom {
  const turned = event.deltaY || event.deltaX;
  const pixels = turned * ([1, LINE_PX, PAGE_PX][event.deltaMode] ?? 1);
  const at = {
    x: (event.clientX - corner.x - plot.left) / plot.width,
    y: 1 - (event.clientY - corner.y - plot.top) / plot.height,
  };
  const axes = event.shiftKey ? "y" : event.altKey ? "x" : "both";
  return { factor: wheelFactor(pixels), at, axes };
}

/** Wheel over `stage`; the page does not scroll under it. */
export function useWheel(stage: RefObject<HTMLElement | null>, plot: Rect | null, move: Move) {
  useEffect(() => {
    const element = stage.current;
    if (!element || !plot) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { left: x, top: y } = element.getBoundingClientRect();
      const zoom = wheelZoom(event, plot, { x, y });
      move((view) => zoomed(view, zoom));
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [stage, plot, move]);
}

/** Dragging with the left button or one finger pans; two fingers also zoom. */
export function useDrag(plot: Rect | null, move: Move) {
  const pressed = useRef(new Map<number, Point>());
  const down = (event: Press<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pressed.current.set(event.pointerId, pointOf(event));
  };
  const drag = (event: Press<HTMLElement>) => {
    const before = pressed.current.get(event.pointerId);
    if (!before || !plot) return;
    const points = pressed.current;
    const spread = spreadOf(points);
    const now = pointOf(event);
    points.set(event.pointerId, now);
    const share = 1 / points.size;
    const factor = spread === 0 ? 1 : spreadOf(points) / spread;
    move((view) => {
      const moved = panned(view, (now.x - before.x) * share, (now.y - before.y) * share, plot);
      return factor === 1 ? moved : zoomed(moved, { factor, at: MIDDLE, axes: "both" });
    });
  };
  const up = (event: Press<HTMLElement>) => pressed.current.delete(event.pointerId);
  return { onPointerDown: down, onPointerMove: drag, onPointerUp: up, onPointerCancel: up };
}

function pointOf({ clientX: x, clientY: y }: Press<HTMLElement>): Point {
  return { x, y };
}

/** The distance between two fingers; 0 with one. */
function spreadOf(points: ReadonlyMap<number, Point>): number {
  const [a, b] = [...points.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
