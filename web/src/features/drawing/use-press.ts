import { type RefObject, useEffect, useEffectEvent } from "react";
import type { ChartFrame } from "@/charts/candles/viewport/frame";
import { isInside, type Point } from "@/charts/candles/viewport/hover";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { HIT_TOLERANCE } from "./geometry";
import { aimed } from "./gesture";
import { drawingAt } from "./hit";
import { drawingSelected, selectDrawings } from "./state/drawings-slice";
import type { Hand } from "./use-hand";
import type { usePointer } from "./use-pointer";
import { type Press, watchPresses } from "./watch-presses";

/** Pixels around a finger within which it meets a drawing. */
const FINGER = 16;

/**
 * What a press on the chart means for its drawings, beside what the chart makes of it: a click on nothing lets go
 * of the selected one, a tap puts a point down, and a finger that stays draws or takes hold until it is lifted.
 */
export function usePress(
  layer: RefObject<HTMLElement | null>,
  frame: ChartFrame,
  hand: Hand,
  pointer: ReturnType<typeof usePointer>,
) {
  const dispatch = useAppDispatch();
  const drawings = useAppSelector(selectDrawings);
  const { tool, gesture, anchorOf } = hand;
  const isWriting = gesture.kind === "writing";
  const isSpanning = tool === "trend_line" || tool === "rectangle";
  const meets = ({ on, point, isTouch }: Press) =>
    drawings.find(({ id }) => id === on) ??
    drawingAt(drawings, frame, point, isTouch ? FINGER : HIT_TOLERANCE);

  const down = useEffectEvent((event: PointerEvent) => {
    // The click that a browser makes of a tap would take the focus from the text to be written.
    if (event.pointerType === "touch" && tool && !isWriting) event.preventDefault();
  });
  const tap = useEffectEvent((press: Press) => {
    if (isWriting) return;
    if (tool && press.isTouch && isInside(frame, press.point)) hand.place(anchorOf(press.point));
    if (!tool && (press.isTouch || !press.on)) dispatch(drawingSelected(meets(press)?.id ?? null));
  });
  const begin = useEffectEvent((press: Press) => {
    if (isWriting || !isInside(frame, press.point)) return false;
    return tool ? draw(anchorOf(press.point)) : take(press);
  });
  const draw = (at: ReturnType<typeof anchorOf>) => {
    if (isSpanning && gesture.kind !== "stretching") hand.place(at);
    else hand.hold(aimed(gesture, at));
    return true;
  };
  const take = (press: Press) => {
    const met = meets(press);
    if (met) pointer.take(met, press.point);
    return met !== undefined;
  };
  const steer = useEffectEvent((point: Point) => {
    if (tool) hand.hold(aimed(gesture, anchorOf(point)));
    else pointer.pull(point);
  });
  const lift = useEffectEvent((point: Point) => {
    if (tool) hand.place(anchorOf(point));
    else pointer.drop();
  });
  const cancel = useEffectEvent(hand.cancel);

  useEffect(() => {
    if (!layer.current) return;
    return watchPresses(layer.current, {
      down: (event) => down(event),
      tap: (press) => tap(press),
      begin: (press) => begin(press),
      steer: (point) => steer(point),
      lift: (point) => lift(point),
      cancel: () => cancel(),
    });
  }, [layer]);
}
