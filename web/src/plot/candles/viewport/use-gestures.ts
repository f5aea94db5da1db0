import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as Press,
  type RefObject,
  useEffect,
  useRef,
} from "react";
import type { Rect, Viewport } from "./frame";
import type { Point } from "./hover";
import { OPENING, PAN_STEP, panned, wheelFactor, ZOOM_IN, ZOOM_OUT, zoomed } from "./viewport";
import { EASE_POWER, type Move, motionMs, RESET_MS, type ViewportStore } from "./viewport-store";

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

type Change = Parameters<Move>[0];

/** Pixels of a pinch, or of a drag along an axis, that zoom by e. */
const PINCH_PX = 100;
const AXIS_PX = 150;
/** The most pixels of a pinch that one event counts: Ctrl with a mouse's wheel is one too. */
const PINCH_MOST = 20;

/**
 * A mouse's wheel zooms both axes, with Shift the prices alone, with Alt the bars alone. Two fingers on a trackpad
 * pan, and zoom where they pinch, which browsers report as a wheel with Ctrl. On an axis each scales that axis alone.
 */
export function wheelMove(event: WheelEvent, plot: Rect, corner: Point): Change {
  const point = pointOf(event, corner);
  const side = sideOf(plot, point);
  const at = side === "plot" ? partsOf(plot, point) : MIDDLE;
  if (event.ctrlKey) {
    const pinched = Math.min(PINCH_MOST, Math.max(-PINCH_MOST, event.deltaY));
    return (view) => zoomed(view, { factor: Math.exp(-pinched / PINCH_PX), at, axes: AXES[side] });
  }
  if (side === "plot" && isTrackpad(event) && !event.shiftKey && !event.altKey)
    return (view) => panned(view, -event.deltaX, -event.deltaY, plot);
  const turned = event.deltaY || event.deltaX;
  const pixels = turned * ([1, LINE_PX, PAGE_PX][event.deltaMode] ?? 1);
  const axes = side === "plot" ? axesWith(event) : AXES[side];
  return (view) => zoomed(view, { factor: wheelFactor(pixels), at, axes });
}

/** What the wheel zooms on the plot. */
function axesWith({ shiftKey, altKey }: WheelEvent) {
  if (shiftKey) return "y";
  return altKey ? "x" : "both";
}

/** Whether a wheel event is of a trackpad: browsers give those three old wheel units a pixel, a mouse's other ones. */
function isTrackpad(event: WheelEvent & { wheelDeltaX?: number; wheelDeltaY?: number }): boolean {
  const { deltaX, deltaY, wheelDeltaX = 0, wheelDeltaY = 0 } = event;
  return event.deltaMode === 0 && wheelDeltaX === -3 * deltaX && wheelDeltaY === -3 * deltaY;
}

/** Wheel over `stage`; the page does not scroll under it. */
export function useWheel(
  stage: RefObject<HTMLElement | null>,
  plot: Rect | null,
  corner: () => Point,
  move: Move,
) {
  useEffect(() => {
    const element = stage.current;
    if (!element || !plot) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      move(wheelMove(event, plot, corner()));
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [stage, plot, corner, move]);
}

/** A flick glides on for so long. */
const GLIDE_MS = 900;
/** The last moves of a finger that make its speed, and the least speed of a flick, in pixels a millisecond. */
const FLICK_MS = 80;
const FLICK_SPEED = 0.3;

interface Touched extends Point {
  ms: number;
}

/**
 * Dragging with the left button or one finger pans; two fingers also zoom at their middle. A drag that starts on an
 * axis scales that axis. A finger that flicks lets the chart glide on, until another touches it.
 */
export function useDrag(
  plot: Rect | null,
  corner: () => Point,
  { now, move, jump }: Pick<ViewportStore, "now" | "move" | "jump">,
) {
  const pressed = useRef(new Map<number, Point>());
  const side = useRef<Side>("plot");
  const trail = useRef<Touched[]>([]);
  const begun = useRef(OPENING);
  const down = (event: Press<HTMLElement>) => {
    if (event.button !== 0 || !plot) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event, corner());
    if (pressed.current.size === 0) side.current = sideOf(plot, point);
    pressed.current.set(event.pointerId, point);
    trail.current = [];
    if (event.pointerType === "touch") jump(now);
    begun.current = now();
  };
  const drag = (event: Press<HTMLElement>) => {
    const before = pressed.current.get(event.pointerId);
    if (!before || !plot) return;
    const points = pressed.current;
    const spread = spreadOf(points);
    const at = pointOf(event, corner());
    points.set(event.pointerId, at);
    trail.current = [...trail.current, { ...at, ms: event.timeStamp }];
    const [right, down] = [at.x - before.x, at.y - before.y];
    if (side.current !== "plot") {
      const factor = Math.exp((side.current === "prices" ? -down : right) / AXIS_PX);
      const axes = AXES[side.current];
      move((view) => zoomed(view, { factor, at: MIDDLE, axes }));
      return;
    }
    const share = 1 / points.size;
    const factor = spread === 0 ? 1 : spreadOf(points) / spread;
    const middle = partsOf(plot, middleOf(points));
    move((view) => {
      const moved = panned(view, right * share, down * share, plot);
      return factor === 1 ? moved : zoomed(moved, { factor, at: middle, axes: "both" });
    });
  };
  const forget = (event: Press<HTMLElement>) => pressed.current.delete(event.pointerId);
  /** The browser took the finger to scroll the page: what it moved until then goes back. */
  const cancel = (event: Press<HTMLElement>) => {
    if (forget(event)) jump(() => begun.current);
  };
  const up = (event: Press<HTMLElement>) => {
    const isOne = forget(event) && pressed.current.size === 0 && side.current === "plot";
    if (!plot || !isOne || event.pointerType !== "touch" || motionMs(GLIDE_MS) === 0) return;
    const { right, down } = flickOf(trail.current, event.timeStamp);
    if (Math.hypot(right, down) < FLICK_SPEED) return;
    const way = GLIDE_MS / EASE_POWER;
    move((view) => panned(view, right * way, down * way, plot), GLIDE_MS);
  };
  return { onPointerDown: down, onPointerMove: drag, onPointerUp: up, onPointerCancel: cancel };
}

/** How fast a finger was when it was lifted, in pixels a millisecond. */
function flickOf(trail: readonly Touched[], ms: number) {
  const late = trail.filter((touched) => ms - touched.ms <= FLICK_MS);
  const [first, last] = [late[0], late.at(-1)];
  if (!first || !last || first === last) return { right: 0, down: 0 };
  const time = Math.max(1, last.ms - first.ms);
  return { right: (last.x - first.x) / time, down: (last.y - first.y) / time };
}

/** A double click resets the view; on an axis it fits that axis alone. */
export function doubleClickMove(
  plot: Rect,
  event: Pick<MouseEvent, "clientX" | "clientY">,
  corner: Point,
): Parameters<Move> {
  const side = sideOf(plot, pointOf(event, corner));
  const fit = ({ x, y }: Viewport) => ({
    x: side === "prices" ? x : OPENING.x,
    y: side === "bars" ? y : OPENING.y,
  });
  return [fit, RESET_MS];
}

type Side = "plot" | "prices" | "bars";

const AXES = { plot: "both", prices: "y", bars: "x" } as const;

/** What of the chart lies under a point: below the plot the bars' axis, to its right the prices'. */
function sideOf({ left, top, width, height }: Rect, { x, y }: Point): Side {
  if (y > top + height) return "bars";
  return x < left || x > left + width ? "prices" : "plot";
}

/** A point in parts of the plot from its left and its foot. */
function partsOf(plot: Rect, { x, y }: Point): Point {
  return { x: (x - plot.left) / plot.width, y: 1 - (y - plot.top) / plot.height };
}

/** Where an event is, in pixels from the chart's corner. */
export function pointOf({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">, corner: Point): Point {
  return { x: clientX - corner.x, y: clientY - corner.y };
}

function middleOf(points: ReadonlyMap<number, Point>): Point {
  const all = [...points.values()];
  const mean = (axis: "x" | "y") => all.reduce((sum, point) => sum + point[axis], 0) / all.length;
  return { x: mean("x"), y: mean("y") };
}

/** The distance between two fingers; 0 with one. */
function spreadOf(points: ReadonlyMap<number, Point>): number {
  const [a, b] = [...points.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
