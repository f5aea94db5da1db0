import type { Drawing, Shape, Tool } from "@/kept/drawings/drawings";
import type { Point } from "@/plot/candles/viewport/hover";
import type { Anchor } from "./geometry";
import { type Handle, isSamePlace, movedShape, pulledShape, shapeFrom } from "./shapes";

/** What a gesture on the chart does. `at` is the place of the pointer, or of the keyboard's cross. */
export type Gesture =
  | { kind: "idle" }
  | { kind: "aiming"; at: Anchor }
  | { kind: "stretching" | "measuring"; from: Anchor; at: Anchor }
  | { kind: "writing"; at: Anchor; drawing?: Extract<Drawing, { type: "text" }> }
  | Dragging;

interface Dragging extends Drag {
  kind: "dragging";
  /** Where the pointer was pressed, in pixels. */
  pressed: Point;
  /** The distance from there to what it holds, which stays. */
  offset: Point;
}

/** A drawing, or one of its handles, on its way between two places. */
interface Drag {
  drawing: Drawing;
  handle?: Handle | undefined;
  from: Anchor;
  at: Anchor;
}

export const IDLE: Gesture = { kind: "idle" };

/** What a tool makes of a point: a finished shape, or what the hand does next. */
export type Placed = { shape: Shape } | { next: Gesture };

/** A horizontal line needs one point, a trend line and a rectangle two that differ, a text one and its words. */
export function placed(tool: Tool, gesture: Gesture, at: Anchor): Placed {
  if (tool === "horizontal_line") return { shape: { type: tool, y: at.price } };
  if (tool === "text") return { next: { kind: "writing", at } };
  if (gesture.kind !== "stretching") return { next: { kind: "stretching", from: at, at } };
  if (isSamePlace(gesture.from, at)) return { next: gesture };
  return { shape: shapeFrom(tool, gesture.from, at) };
}

/** The hand moves, over the chart or by key. */
export function aimed(gesture: Gesture, at: Anchor): Gesture {
  if (gesture.kind === "writing") return gesture;
  return gesture.kind === "idle" ? { kind: "aiming", at } : { ...gesture, at };
}

/** The place at which a line is level: its own bar at the price of its other end. Other shapes have no such place. */
export function levelled(tool: Tool | null, gesture: Gesture, at: Anchor): Anchor {
  if (tool === "trend_line" && gesture.kind === "stretching")
    return { bar: at.bar, price: gesture.from.price };
  if (gesture.kind !== "dragging" || gesture.drawing.type !== "trend_line" || !gesture.handle) return at;
  const { drawing, handle } = gesture;
  return { bar: at.bar, price: handle[1] === "y1" ? drawing.y2 : drawing.y1 };
}

/** What the hand would leave behind if it stopped here; null where nothing yet. */
export function previewOf(tool: Tool | null, gesture: Gesture): Shape | null {
  if (gesture.kind === "dragging") return draggedTo(gesture);
  if (gesture.kind === "aiming" && tool === "horizontal_line") return { type: tool, y: gesture.at.price };
  if (gesture.kind === "stretching" && (tool === "trend_line" || tool === "rectangle"))
    return shapeFrom(tool, gesture.from, gesture.at);
  return null;
}

/** A handle and a horizontal line go to the place; other drawings move as far as it is from where they were held. */
export function draggedTo({ drawing, handle, from, at }: Drag): Drawing {
  if (handle && !isSamePlace(from, at)) return pulledShape(drawing, handle, at);
  if (drawing.type === "horizontal_line" && !isSamePlace(from, at)) return { ...drawing, y: at.price };
  return movedShape(drawing, from, at);
}
