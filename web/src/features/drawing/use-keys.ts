import type { KeyboardEvent } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import type { ChartFrame } from "@/charts/candles/viewport/frame";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { removeSelected } from "./drawing-actions";
import type { Anchor } from "./geometry";
import { aimed } from "./gesture";
import { steppedBy } from "./keys";
import { movedShape, pulledShape } from "./shapes";
import type { Drawing } from "./state/drawings";
import {
  drawingChanged,
  redone,
  selectCopied,
  selectedCopied,
  selectSelectedDrawing,
  undone,
} from "./state/drawings-slice";
import type { Hand } from "./use-hand";

const ORIGIN: Anchor = { bar: 0, price: 0 };

/** What the keyboard does on the layer of drawings: arrow keys move, Enter places, and the page's shortcuts. */
export function useKeys(frame: ChartFrame, { tool, gesture, hold, place, edit, copy, cancel }: Hand) {
  const dispatch = useAppDispatch();
  const hasSelected = useAppSelector(selectSelectedDrawing) !== null;
  const copied = useAppSelector(selectCopied);
  const { tick } = frame.day.metadata;
  useHotkeys("escape", cancel);
  useHotkeys("delete, backspace", () => dispatch(removeSelected()), { enabled: hasSelected });
  useHotkeys("mod+z", () => void dispatch(undone()), { preventDefault: true });
  useHotkeys("mod+shift+z, mod+y", () => void dispatch(redone()), { preventDefault: true });
  useHotkeys("mod+c", () => void (getSelection()?.toString() || dispatch(selectedCopied())), {
    enabled: hasSelected,
  });
  useHotkeys("mod+v", () => copied && copy(copied), { enabled: copied !== null });
  return {
    /** Moves the cross of the tool in hand, or places it. */
    aim: (event: KeyboardEvent) => {
      const at = "at" in gesture ? gesture.at : middleOf(frame);
      const next = steppedBy(event, tick, at);
      if (next) hold(aimed(gesture, next));
      else if (isPlacing(event)) place(at);
      if (next || isPlacing(event)) keep(event);
    },
    /** Moves the drawing that has the focus, with Ctrl its second end alone; Enter edits it. */
    move: (drawing: Drawing) => (event: KeyboardEvent) => {
      const to = steppedBy(event, tick, ORIGIN);
      if (tool || !(to || isPlacing(event))) return;
      keep(event);
      if (!to) edit(drawing);
      else dispatch(drawingChanged(steppedTo(drawing, to, event.ctrlKey)));
    },
  };
}

function steppedTo(drawing: Drawing, to: Anchor, isEnd: boolean): Drawing {
  const moved = movedShape(drawing, ORIGIN, to);
  if (!isEnd || !("x2" in moved)) return moved;
  return pulledShape(drawing, ["x2", "y2"], { bar: moved.x2, price: moved.y2 });
}

function isPlacing({ key }: KeyboardEvent): boolean {
  return key === "Enter" || key === " ";
}

/** The chart below would pan. */
function keep(event: KeyboardEvent) {
  event.preventDefault();
  event.stopPropagation();
}

/** Where the keyboard's cross first stands: the close of the bar nearest to the middle of the plot. */
function middleOf({ plot, day, barAt, priceAt }: ChartFrame): Anchor {
  const bar = Math.round(barAt(plot.left + plot.width / 2));
  const close = day.bars.find(({ index }) => index === bar)?.close;
  return { bar, price: close ?? priceAt(plot.top + plot.height / 2) };
}
