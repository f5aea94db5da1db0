import { nanoid } from "@reduxjs/toolkit";
import { useState } from "react";
import { selectLineSettings } from "@/kept/chart/chart-slice";
import {
  type Drawing,
  isFull,
  MOST_DRAWINGS,
  type Shape,
  TOOL_NAMES,
  type Tool,
} from "@/kept/drawings/drawings";
import {
  drawingAdded,
  drawingChanged,
  drawingSelected,
  panelOpened,
  toolChosen,
} from "@/kept/drawings/drawings-slice";
import { type AppThunk, useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toolToast } from "@/lib/state/ui-slice";
import { levelsOf } from "@/plot/candles/layers/levels";
import type { ChartFrame } from "@/plot/candles/viewport/frame";
import type { Point } from "@/plot/candles/viewport/hover";
import { type Anchor, anchorAt, within } from "./geometry";
import { type Gesture, IDLE, placed } from "./gesture";
import { copyOf } from "./shapes";
import { DRAWN } from "./words";

/** The drawing is done and its tool is put down. */
export const finishDrawing =
  (shape: Shape, done = DRAWN): AppThunk =>
  (dispatch, getState) => {
    const hasNoRoom = isFull(getState().drawings.shown, shape.isEveryDay);
    const reason = `not drawn: a day holds ${MOST_DRAWINGS} drawings. Delete one first`;
    dispatch(drawingAdded({ ...shape, id: nanoid() }));
    const name = TOOL_NAMES[shape.type];
    dispatch(hasNoRoom ? toolToast(`${name} ${reason}`, "error") : toolToast(`${name} ${done}`));
  };

export type DrawingTool = ReturnType<typeof useDrawingTool>;

/** The tool that draws on the chart, and what pointer and keyboard do with it. */
export function useDrawingTool(frame: ChartFrame) {
  const dispatch = useAppDispatch();
  const { tool, isSnapping } = useAppSelector(({ drawings }) => drawings);
  const style = useAppSelector(({ preferences }) => preferences.drawingStyle);
  const [held, setHeld] = useState<{ tool: Tool | null; gesture: Gesture }>({ tool, gesture: IDLE });
  const gesture = held.tool === tool ? held.gesture : IDLE;
  const { bars, metadata } = frame.day;
  const levels = levelsOf(frame.day, useAppSelector(selectLineSettings), frame).map(({ price }) => price);
  const magnets = { bars, levels };
  const hold = (next: Gesture) => setHeld({ tool, gesture: next });
  return {
    tool,
    gesture,
    hold,
    /** The place under a pixel of the chart; `free` of the prices around it where asked. */
    anchorOf: (point: Point, free = false) =>
      anchorAt(frame, within(frame.plot, point), isSnapping && !free ? magnets : null, metadata.tick),
    /** Put a point of the tool's drawing down. */
    place: (at: Anchor) => {
      if (!tool) return;
      const done = placed(tool, gesture, at);
      hold("next" in done ? done.next : IDLE);
      if ("shape" in done) dispatch(finishDrawing({ ...style, ...done.shape }));
    },
    /** Rewrite a text, or open another drawing's style. */
    edit: (drawing: Drawing) => {
      dispatch(drawingSelected(drawing.id));
      if (drawing.type !== "text") dispatch(panelOpened("style"));
      else hold({ kind: "writing", at: { bar: drawing.x, price: drawing.y }, drawing });
    },
    /** Put a copy down near the drawing. */
    copy: (drawing: Drawing) => dispatch(finishDrawing(copyOf(drawing, frame, metadata.tick), "copied")),
    /** End a text: its words, or nothing to drop it. */
    write: (text: string) => {
      if (gesture.kind !== "writing") return;
      hold(IDLE);
      const { at, drawing } = gesture;
      if (!text || text === drawing?.text) return;
      if (drawing) dispatch(drawingChanged({ ...drawing, text }));
      else dispatch(finishDrawing({ ...style, type: "text", x: at.bar, y: at.price, text }));
    },
    /** What is under way goes first, then the tool, then the selection. */
    cancel: () => {
      if (gesture.kind !== "idle" && gesture.kind !== "aiming") hold(IDLE);
      else if (tool) dispatch(toolChosen(null));
      else dispatch(drawingSelected(null));
    },
  };
}
