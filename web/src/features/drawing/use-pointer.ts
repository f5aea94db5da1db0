import type { PointerEvent } from "react";
import type { ChartFrame } from "@/charts/candles/viewport/frame";
import { isInside, type Point } from "@/charts/candles/viewport/hover";
import { useAppDispatch } from "@/lib/state/hooks";
import { pointOf } from "./geometry";
import { aimed, draggedTo } from "./gesture";
import { isSamePlace } from "./shapes";
import type { Drawing } from "./state/drawings";
import { drawingChanged, drawingSelected } from "./state/drawings-slice";
import type { Hand } from "./use-hand";

/** A hand that trembles less than this, in pixels, only selects. */
const STEADY = 3;
const LEFT = 0;

type Press = PointerEvent<SVGElement>;

/** What the pointer does on the layer of drawings; only its left button counts. */
export function usePointer(frame: ChartFrame, { tool, gesture, hold, anchorOf, place, cancel }: Hand) {
  const dispatch = useAppDispatch();
  const isSteady = (point: Point) => {
    if (gesture.kind !== "dragging" || !isSamePlace(gesture.from, gesture.at)) return false;
    const start = pointOf(frame, gesture.from);
    return Math.hypot(point.x - start.x, point.y - start.y) < STEADY;
  };
  return {
    aim: (event: Press) => hold(aimed(gesture, anchorOf(pixelOf(event)))),
    press: (event: Press) => {
      event.stopPropagation();
      const point = pixelOf(event);
      if (event.button !== LEFT || gesture.kind === "writing" || !isInside(frame, point)) return;
      event.preventDefault();
      place(anchorOf(point));
    },
    grip: (drawing: Drawing) => (event: Press) => {
      if (event.button !== LEFT || tool) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      dispatch(drawingSelected(drawing.id));
      const at = anchorOf(pixelOf(event), true);
      hold({ kind: "dragging", drawing, from: at, at });
    },
    drag: (event: Press) => {
      const point = pixelOf(event);
      if (gesture.kind !== "dragging" || isSteady(point)) return;
      hold(aimed(gesture, anchorOf(point, gesture.drawing.type !== "horizontal_line")));
    },
    drop: () => {
      if (gesture.kind !== "dragging") return;
      if (!isSamePlace(gesture.from, gesture.at)) dispatch(drawingChanged(draggedTo(gesture)));
      cancel();
    },
  };
}

/** Where an event is, in pixels of the chart. */
function pixelOf({ clientX, clientY, currentTarget }: Press): Point {
  const box = currentTarget.closest("[data-layer]")?.getBoundingClientRect();
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
}
