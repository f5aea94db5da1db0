import { type PointerEvent, useRef } from "react";
import type { Drawing } from "@/kept/drawings/drawings";
import { drawingChanged, drawingSelected } from "@/kept/drawings/drawings-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import type { ChartFrame } from "@/plot/candles/viewport/frame";
import { isInside, type Point } from "@/plot/candles/viewport/hover";
import { type Anchor, pointOf } from "./geometry";
import { aimed, draggedTo, levelled } from "./gesture";
import { type Handle, isSamePlace } from "./shapes";
import type { DrawingTool } from "./use-drawing-tool";

/** A hand that trembles less than this, in pixels, only selects. */
const STEADY = 3;
const LEFT = 0;

type Press = PointerEvent<SVGElement>;

/** What the pointer does on the layer of drawings; only its left button counts. */
export function usePointer(frame: ChartFrame, { tool, gesture, hold, anchorOf, place, cancel }: DrawingTool) {
  const dispatch = useAppDispatch();
  const selected = useAppSelector(({ drawings }) => drawings.selected);
  /** Where the pointer set a shape's first point and is pressed since. */
  const pressed = useRef<Point | null>(null);
  const shifted = ({ shiftKey }: Press, at: Anchor) => (shiftKey ? levelled(tool, gesture, at) : at);
  const take = (drawing: Drawing, point: Point, handle?: Handle) => {
    dispatch(drawingSelected(drawing.id));
    const held = heldAt(frame, point, drawing, handle);
    const offset = { x: held.x - point.x, y: held.y - point.y };
    const at = anchorOf(held, true);
    hold({ kind: "dragging", drawing, handle, from: at, at, pressed: point, offset });
  };
  const pull = (point: Point, isLevel = false) => {
    if (gesture.kind !== "dragging") return;
    const { drawing, handle, from, at, pressed, offset } = gesture;
    const isSteady = isSamePlace(from, at) && Math.hypot(point.x - pressed.x, point.y - pressed.y) < STEADY;
    const isFree = drawing.type !== "horizontal_line" && !handle;
    const held = { x: point.x + offset.x, y: point.y + offset.y };
    const to = anchorOf(held, isFree);
    if (!isSteady) hold(aimed(gesture, isLevel ? levelled(tool, gesture, to) : to));
  };
  return {
    take,
    pull,
    sheet: {
      onAim: (event: Press) => hold(aimed(gesture, shifted(event, anchorOf(pixelOf(event))))),
      /** A finger may yet pan or stay: `usePress` judges it. */
      onPress: (event: Press) => {
        if (event.pointerType === "touch") return;
        event.stopPropagation();
        const point = pixelOf(event);
        if (event.button !== LEFT || gesture.kind === "writing" || !isInside(frame, point)) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = gesture.kind === "stretching" ? null : point;
        place(shifted(event, anchorOf(point)));
      },
      /** A shape may be drawn in one go: pressed at its first point, released at its second. */
      onLift: (event: Press) => {
        const from = pressed.current;
        const to = pixelOf(event);
        pressed.current = null;
        if (!from || gesture.kind !== "stretching" || Math.hypot(to.x - from.x, to.y - from.y) < STEADY)
          return;
        place(shifted(event, anchorOf(to)));
      },
    },
    /** A finger drags only what it has selected before, so that it can pan over the rest. */
    grip: (drawing: Drawing) => (event: Press, handle?: Handle) => {
      if (event.button !== LEFT || tool) return;
      if (event.pointerType === "touch" && drawing.id !== selected) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      take(drawing, pixelOf(event), handle);
    },
    drag: (event: Press) => pull(pixelOf(event), event.shiftKey),
    drop: () => {
      if (gesture.kind !== "dragging") return;
      if (!isSamePlace(gesture.from, gesture.at)) dispatch(drawingChanged(draggedTo(gesture)));
      cancel();
    },
  };
}

/** What a press at a point holds: the handle, the height of a horizontal line, else the point itself. */
function heldAt(frame: ChartFrame, point: Point, drawing: Drawing, handle: Handle | undefined): Point {
  if (drawing.type === "horizontal_line") return { ...point, y: frame.yOf(drawing.y) };
  if (!handle || !("x2" in drawing)) return point;
  return pointOf(frame, { bar: drawing[handle[0]], price: drawing[handle[1]] });
}

function pixelOf(event: Press): Point {
  return pixelIn(event.currentTarget.closest("[data-layer]"), event);
}

/** Where an event is, in pixels of the layer. */
export function pixelIn(layer: Element | null, { clientX, clientY }: MouseEvent | Press): Point {
  const { left = 0, top = 0 } = layer?.getBoundingClientRect() ?? {};
  return { x: clientX - left, y: clientY - top };
}
