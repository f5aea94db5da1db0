import type { KeyboardEvent } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import type { ChartFrame } from "@/charts/candles/viewport/frame";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { removeSelected } from "./drawing-actions";
import type { Anchor } from "./geometry";
import { aimed } from "./gesture";
import { steppedBy } from "./keys";
import { movedShape } from "./shapes";
import type { Drawing } from "./state/drawings";
import { drawingChanged, redone, selectSelectedDrawing, undone } from "./state/drawings-slice";
import type { Hand } from "./use-hand";

const ORIGIN: Anchor = { bar: 0, price: 0 };

/** What the keyboard does on the layer of drawings: arrow keys move, Enter places, and the page's shortcuts. */
export function useKeys(frame: ChartFrame, { tool, gesture, hold, place, cancel }: Hand) {
  const dispatch = useAppDispatch();
  const hasSelected = useAppSelector(selectSelectedDrawing) !== null;
  const { tick } = frame.day.metadata;
  useHotkeys("escape", cancel);
  useHotkeys("delete, backspace", () => dispatch(removeSelected()), { enabled: hasSelected });
  useHotkeys("mod+z", () => void dispatch(undone()), { preventDefault: true });
  useHotkeys("mod+shift+z, mod+y", () => void dispatch(redone()), { preventDefault: true });
  return {
    /** Moves the cross of the tool in hand, or places it. */
    aim: (event: KeyboardEvent) => {
      const at = "at" in gesture ? gesture.at : middleOf(frame);
      const next = steppedBy(event, tick, at);
      if (next) hold(aimed(gesture, next));
      else if (isPlacing(event)) place(at);
      if (next || isPlacing(event)) keep(event);
    },
    /** Moves the drawing that has the focus. */
    move: (drawing: Drawing) => (event: KeyboardEvent) => {
      const to = steppedBy(event, tick, ORIGIN);
      if (!to || tool) return;
      keep(event);
      dispatch(drawingChanged(movedShape(drawing, ORIGIN, to)));
    },
  };
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
