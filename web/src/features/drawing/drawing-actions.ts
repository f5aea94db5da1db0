import { nanoid } from "@reduxjs/toolkit";
import type { AppThunk } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { toolToast } from "@/lib/tool-toast";
import { isFull, MOST_DRAWINGS, type Shape, TOOL_NAMES } from "./state/drawings";
import {
  dayShown,
  drawingAdded,
  drawingRemoved,
  drawingsCleared,
  selectDrawings,
  selectPlace,
  selectSelectedDrawing,
} from "./state/drawings-slice";
import { loadDrawings, saveDrawings } from "./state/drawings-storage";

/** Show what is kept of a day, and say what of it could not be read. */
export const showPlace =
  (place: string | null): AppThunk =>
  (dispatch) => {
    const { drawings, dropped } = place ? loadDrawings(place) : { drawings: [], dropped: 0 };
    dispatch(dayShown({ place, drawings }));
    if (dropped > 0)
      dispatch(toolToast(`Left out ${countOf(dropped, "drawing")} that could not be read`, "error"));
  };

/** Keep the shown day's drawings in the browser, and say where it cannot. */
export const keepDrawings = (): AppThunk => (dispatch, getState) => {
  const place = selectPlace(getState());
  if (place === null || saveDrawings(place, selectDrawings(getState()))) return;
  const reason = "the browser's storage is full or blocked";
  dispatch(toolToast(`The drawings will be gone when the page closes: ${reason}`, "error"));
};

/** The drawing stands and its tool is put down. */
export const finishDrawing =
  (shape: Shape, done = "drawn. The tool is off"): AppThunk =>
  (dispatch, getState) => {
    const hasNoRoom = isFull(selectDrawings(getState()), shape.isEveryDay);
    dispatch(drawingAdded({ ...shape, id: nanoid() }));
    const name = TOOL_NAMES[shape.type];
    dispatch(
      hasNoRoom
        ? toolToast(`${name} not drawn: a day holds ${MOST_DRAWINGS} drawings. Delete one first`, "error")
        : toolToast(`${name} ${done}`),
    );
  };

export const clearDrawings = (): AppThunk => (dispatch, getState) => {
  const count = selectDrawings(getState()).length;
  dispatch(drawingsCleared());
  dispatch(toolToast(`Cleared ${countOf(count, "drawing")}. Undo brings them back`));
};

export const removeSelected = (): AppThunk => (dispatch, getState) => {
  const selected = selectSelectedDrawing(getState());
  if (selected) dispatch(drawingRemoved(selected));
};
