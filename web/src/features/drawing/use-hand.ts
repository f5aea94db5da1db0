import { useState } from "react";
import type { ChartFrame } from "@/charts/candles/viewport/frame";
import type { Point } from "@/charts/candles/viewport/hover";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { finishDrawing } from "./drawing-actions";
import { type Anchor, anchorAt, within } from "./geometry";
import { type Gesture, IDLE, placed } from "./gesture";
import { copyOf } from "./shapes";
import type { Drawing, Tool } from "./state/drawings";
import {
  drawingChanged,
  drawingSelected,
  panelOpened,
  selectIsSnapping,
  selectTool,
  toolChosen,
} from "./state/drawings-slice";

/** The hand over the chart: what it holds, and what pointer and keyboard alike make of that. */
export interface Hand {
  tool: Tool | null;
  gesture: Gesture;
  hold: (gesture: Gesture) => void;
  /** The place under a pixel of the chart; `free` of the prices around it where asked. */
  anchorOf: (point: Point, free?: boolean) => Anchor;
  /** Put a point of the tool's drawing down. */
  place: (at: Anchor) => void;
  /** Write a text anew, or open how another drawing looks. */
  edit: (drawing: Drawing) => void;
  /** Put a copy down beside the drawing. */
  copy: (drawing: Drawing) => void;
  /** End a text: its words, or nothing to drop it. */
  write: (text: string) => void;
  /** What is under way goes first, then the tool, then the selection. */
  cancel: () => void;
}

export function useHand(frame: ChartFrame): Hand {
  const dispatch = useAppDispatch();
  const tool = useAppSelector(selectTool);
  const isSnapping = useAppSelector(selectIsSnapping);
  const [held, setHeld] = useState<{ tool: Tool | null; gesture: Gesture }>({ tool, gesture: IDLE });
  const gesture = held.tool === tool ? held.gesture : IDLE;
  const hold = (next: Gesture) => setHeld({ tool, gesture: next });
  return {
    tool,
    gesture,
    hold,
    anchorOf: (point, free = false) =>
      anchorAt(frame, within(frame.plot, point), isSnapping && !free ? frame.day.bars : []),
    place: (at) => {
      if (!tool) return;
      const done = placed(tool, gesture, at);
      hold("next" in done ? done.next : IDLE);
      if ("shape" in done) dispatch(finishDrawing(done.shape));
    },
    edit: (drawing) => {
      dispatch(drawingSelected(drawing.id));
      if (drawing.type !== "text") dispatch(panelOpened("style"));
      else hold({ kind: "writing", at: { bar: drawing.x, price: drawing.y }, drawing });
    },
    copy: (drawing) => dispatch(finishDrawing(copyOf(drawing, frame, frame.day.metadata.tick), "copied")),
    write: (text) => {
      if (gesture.kind !== "writing") return;
      hold(IDLE);
      const { at, drawing } = gesture;
      if (!text || text === drawing?.text) return;
      if (drawing) dispatch(drawingChanged({ ...drawing, text }));
      else dispatch(finishDrawing({ type: "text", x: at.bar, y: at.price, text }));
    },
    cancel: () => {
      if (gesture.kind !== "idle" && gesture.kind !== "aiming") hold(IDLE);
      else if (tool) dispatch(toolChosen(null));
      else dispatch(drawingSelected(null));
    },
  };
}
