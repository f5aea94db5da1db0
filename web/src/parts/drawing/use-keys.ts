import type { KeyboardEvent } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import type { Drawing } from "@/kept/drawings/drawings";
import {
  drawingChanged,
  drawingRemoved,
  redone,
  selectedCopied,
  undone,
} from "@/kept/drawings/drawings-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import type { ChartFrame } from "@/plot/candles/viewport/frame";
import { type Anchor, rounded } from "./geometry";
import { aimed } from "./gesture";
import { movedShape, pulledShape } from "./shapes";
import type { DrawingTool } from "./use-drawing-tool";

const ORIGIN: Anchor = { bar: 0, price: 0 };
const STEPS: Record<string, readonly [bars: number, ticks: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** What the keyboard does on the layer of drawings: arrow keys move, Enter places, and the page's shortcuts. */
export function useKeys(frame: ChartFrame, { tool, gesture, hold, place, edit, copy, cancel }: DrawingTool) {
  const dispatch = useAppDispatch();
  const { selected, copied } = useAppSelector(({ drawings }) => drawings);
  const { tick } = frame.day.metadata;
  const enabled = selected !== null;
  useHotkeys("escape", cancel);
  useHotkeys("delete, backspace", () => void (selected && dispatch(drawingRemoved(selected))), { enabled });
  useHotkeys("mod+z", () => void dispatch(undone()), { preventDefault: true });
  useHotkeys("mod+shift+z, mod+y", () => void dispatch(redone()), { preventDefault: true });
  useHotkeys("mod+c", () => void (getSelection()?.toString() || dispatch(selectedCopied())), { enabled });
  useHotkeys("mod+v", () => copied && copy(copied), { enabled: copied !== null });
  return {
    /** Moves the cross of the tool in hand, or places it. */
    aim: (event: KeyboardEvent) => {
      const at = "at" in gesture ? gesture.at : middleOf(frame);
      const next = steppedBy(event, tick, at);
      if (!next && !isPlacing(event)) return;
      keep(event);
      if (next) hold(aimed(gesture, next));
      else place(at);
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

/** One bar or tick further by arrow key, ten with Shift; null for any other key. */
function steppedBy({ key, shiftKey }: KeyboardEvent, tick: number, { bar, price }: Anchor): Anchor | null {
  const step = STEPS[key];
  if (!step) return null;
  const times = shiftKey ? 10 : 1;
  return rounded({ bar: bar + step[0] * times, price: price + step[1] * times * tick });
}

function steppedTo(drawing: Drawing, to: Anchor, isEnd: boolean): Drawing {
  const moved = movedShape(drawing, ORIGIN, to);
  if (!isEnd || !("x2" in moved)) return moved;
  return pulledShape(drawing, ["x2", "y2"], { bar: moved.x2, price: moved.y2 });
}

function isPlacing({ key }: KeyboardEvent): boolean {
  return key === "Enter" || key === " ";
}

/** Neither the page nor a shortcut takes the key too. */
function keep(event: KeyboardEvent) {
  event.preventDefault();
  event.stopPropagation();
}

/** Where the keyboard's cross starts: the close of the bar nearest to the middle of the plot. */
function middleOf({ plot, day, barAt, priceAt }: ChartFrame): Anchor {
  const bar = Math.round(barAt(plot.left + plot.width / 2));
  const close = day.bars.find(({ index }) => index === bar)?.close;
  return { bar, price: close ?? priceAt(plot.top + plot.height / 2) };
}
