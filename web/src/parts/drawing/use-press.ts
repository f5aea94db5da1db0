import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { drawingSelected } from "@/kept/drawings/drawings-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import type { ChartFrame } from "@/plot/candles/viewport/frame";
import { HOLD_MS, isInside, type Point, STILL } from "@/plot/candles/viewport/hover";
import { HIT_TOLERANCE } from "./geometry";
import { aimed } from "./gesture";
import { drawingAt } from "./outline";
import type { DrawingTool } from "./use-drawing-tool";
import { pixelIn, type usePointer } from "./use-pointer";

/** Pixels around a finger within which it meets a drawing. */
const FINGER = 16;
const EVENTS = ["pointerdown", "pointermove", "pointerup", "pointercancel", "contextmenu"];

/** A press of the left button or the first finger. */
interface Press {
  id: number;
  point: Point;
  isTouch: boolean;
  /** The drawing under the pointer. */
  on: string | undefined;
  /** The finger stayed, and draws or drags since. */
  isHeld: boolean;
  timer: number;
}

/**
 * What a press on the chart means for its drawings, besides what the chart makes of it later: a click
 * on nothing lets go of the selected one, a tap puts a point down, and a finger that stays draws or takes hold until
 * it is lifted.
 */
export function usePress(
  layer: RefObject<HTMLElement | null>,
  frame: ChartFrame,
  { tool, gesture, anchorOf, hold, place, cancel }: DrawingTool,
  pointer: ReturnType<typeof usePointer>,
) {
  const dispatch = useAppDispatch();
  const drawings = useAppSelector(({ drawings: { shown } }) => shown);
  const press = useRef<Press | null>(null);
  const isWriting = gesture.kind === "writing";
  const isSpanning = tool === "trend_line" || tool === "rectangle";
  const meets = ({ on, point, isTouch }: Press) =>
    drawings.find(({ id }) => id === on) ??
    drawingAt(drawings, frame, point, isTouch ? FINGER : HIT_TOLERANCE);

  const forget = () => {
    clearTimeout(press.current?.timer);
    if (press.current?.isHeld) cancel();
    press.current = null;
  };
  const down = (event: PointerEvent) => {
    forget();
    const target = pressedOn(layer.current, event);
    if (!target) return;
    const isTouch = event.pointerType === "touch";
    press.current = {
      id: event.pointerId,
      point: pixelIn(layer.current, event),
      isTouch,
      on: target.closest<SVGElement>("[data-drawing]")?.dataset.drawing,
      isHeld: false,
      timer: isTouch ? window.setTimeout(() => stay(), HOLD_MS) : 0,
    };
    // The click that a browser makes of a tap would take the focus from the text to be written.
    if (isTouch && tool && !isWriting) event.preventDefault();
  };
  const stay = useEffectEvent(() => {
    const { current } = press;
    if (current && !isWriting && isInside(frame, current.point)) current.isHeld = begin(current);
  });
  const begin = (begun: Press) => {
    const at = anchorOf(begun.point);
    const met = meets(begun);
    if (!tool && met) pointer.take(met, begun.point);
    else if (isSpanning && gesture.kind !== "stretching") place(at);
    else if (tool) hold(aimed(gesture, at));
    return tool !== null || met !== undefined;
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press.current?.id) return;
    const { isHeld, point: from } = press.current;
    const point = pixelIn(layer.current, event);
    if (!isHeld && Math.hypot(point.x - from.x, point.y - from.y) > STILL) forget();
    if (!isHeld) return;
    event.stopPropagation();
    if (tool) hold(aimed(gesture, anchorOf(point)));
    else pointer.pull(point);
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== press.current?.id) return;
    const begun = press.current;
    clearTimeout(begun.timer);
    press.current = null;
    if (!begun.isHeld) tap(begun);
    else if (tool) place(anchorOf(pixelIn(layer.current, event)));
    else pointer.drop();
  };
  const tap = (begun: Press) => {
    const { isTouch, point, on } = begun;
    if (isWriting) return;
    if (tool && isTouch && isInside(frame, point)) place(anchorOf(point));
    if (!tool && (isTouch || !on)) dispatch(drawingSelected(meets(begun)?.id ?? null));
  };
  const watchers: Record<string, (event: PointerEvent) => void> = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: forget,
    contextmenu: (event) => press.current?.isTouch && event.preventDefault(),
  };
  const watch = useEffectEvent((event: Event) => watchers[event.type]?.(event as PointerEvent));

  useEffect(() => {
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    for (const name of EVENTS) window.addEventListener(name, (event) => watch(event), options);
    return () => {
      clearTimeout(press.current?.timer);
      over.abort();
    };
  }, []);
}

/** What the left button or the first finger presses on the chart; null for any other press. */
export function pressedOn(
  layer: Element | null,
  { target, isPrimary, button }: PointerEvent,
): Element | null {
  const isPress = isPrimary && button === 0 && target instanceof Element;
  const isOnChart = isPress && layer?.closest("[role=application]")?.contains(target);
  return isOnChart && !target.closest("input, button") ? target : null;
}
