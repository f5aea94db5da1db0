import type { Point } from "@/charts/candles/viewport/hover";
import { pixelIn } from "./use-pointer";

/** How long a finger stays before it draws or takes hold, and how far it may stray meanwhile, in pixels. */
const HOLD_MS = 450;
const STILL = 8;

/** A press of the left button or the first finger that has not moved yet. */
export interface Press {
  point: Point;
  isTouch: boolean;
  /** The drawing under the pointer. */
  on: string | undefined;
}

/** What is told of presses. A finger that stays and has something to do is `begin`, then `steer` and `lift`. */
export interface PressActions {
  down: (event: PointerEvent) => void;
  tap: (press: Press) => void;
  begin: (press: Press) => boolean;
  steer: (point: Point) => void;
  lift: (point: Point) => void;
  cancel: () => void;
}

/** Watches presses on the chart below `layer` before the chart does, which goes on to pan and zoom by them. */
export function watchPresses(layer: HTMLElement, actions: PressActions): () => void {
  const stage = layer.closest("[role=application]");
  const over = new AbortController();
  let start: (Press & { id: number; isHeld: boolean; timer: number }) | null = null;

  const forget = () => {
    clearTimeout(start?.timer);
    if (start?.isHeld) actions.cancel();
    start = null;
  };
  const down = (event: PointerEvent) => {
    forget();
    const { target, pointerId: id } = event;
    if (!event.isPrimary || event.button !== 0 || !(target instanceof Element)) return;
    if (!stage?.contains(target) || target.closest("input, button")) return;
    const isTouch = event.pointerType === "touch";
    const on = target.closest<SVGElement>("[data-drawing]")?.dataset.drawing;
    const stay = () => {
      if (start) start.isHeld = actions.begin(start);
    };
    const timer = isTouch ? window.setTimeout(stay, HOLD_MS) : 0;
    start = { id, point: pixelIn(layer, event), isTouch, isHeld: false, on, timer };
    actions.down(event);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== start?.id) return;
    const point = pixelIn(layer, event);
    if (start.isHeld) {
      event.stopPropagation();
      actions.steer(point);
    } else if (Math.hypot(point.x - start.point.x, point.y - start.point.y) > STILL) forget();
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== start?.id) return;
    const press = start;
    clearTimeout(press.timer);
    start = null;
    if (press.isHeld) actions.lift(pixelIn(layer, event));
    else actions.tap(press);
  };
  const keepMenu = (event: Event) => {
    if (start?.isTouch) event.preventDefault();
  };

  const options = { capture: true, signal: over.signal };
  window.addEventListener("pointerdown", down, options);
  window.addEventListener("pointermove", move, options);
  window.addEventListener("pointerup", up, options);
  window.addEventListener("pointercancel", forget, options);
  window.addEventListener("contextmenu", keepMenu, options);
  return () => {
    clearTimeout(start?.timer);
    over.abort();
  };
}
