import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { ChartFrame } from "@/plot/candles/viewport/frame";
import { isInside } from "@/plot/candles/viewport/hover";
import { aimed, IDLE } from "./gesture";
import { isSamePlace } from "./shapes";
import type { DrawingTool } from "./use-drawing-tool";
import { pixelIn } from "./use-pointer";
import { pressedOn } from "./use-press";

/** Shift and a drag that begins on no drawing measure; what was measured stays until the next press. */
export function useMeasure(
  layer: RefObject<HTMLElement | null>,
  frame: ChartFrame,
  { tool, gesture, anchorOf, hold }: DrawingTool,
) {
  const pressed = useRef<number | null>(null);
  const begins = ({ shiftKey, pointerType }: PointerEvent, target: Element) =>
    shiftKey && pointerType !== "touch" && tool === null && !target.closest("[data-drawing]");
  const down = (event: PointerEvent) => {
    const target = pressedOn(layer.current, event);
    if (!target) return;
    if (gesture.kind === "measuring") hold(IDLE);
    const point = pixelIn(layer.current, event);
    if (!begins(event, target) || !isInside(frame, point)) return;
    pressed.current = event.pointerId;
    const at = anchorOf(point);
    hold({ kind: "measuring", from: at, at });
    // The chart does not pan meanwhile.
    event.stopPropagation();
    event.preventDefault();
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pressed.current || gesture.kind !== "measuring") return;
    hold(aimed(gesture, anchorOf(pixelIn(layer.current, event))));
  };
  const up = () => {
    pressed.current = null;
    if (gesture.kind === "measuring" && isSamePlace(gesture.from, gesture.at)) hold(IDLE);
  };
  const watchers: Record<string, (event: PointerEvent) => void> = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
  };
  const watch = useEffectEvent((event: Event) => watchers[event.type]?.(event as PointerEvent));

  useEffect(() => {
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"])
      window.addEventListener(name, (event) => watch(event), options);
    return () => over.abort();
  }, []);
}
