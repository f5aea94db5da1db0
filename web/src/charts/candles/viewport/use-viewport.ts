import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Viewport } from "./frame";
import { between, OPENING } from "./viewport";

export const MOVE_MS = 250;
export const RESET_MS = 750;

export type Move = (change: (from: Viewport) => Viewport, ms?: number) => void;

interface Motion {
  from: Viewport;
  to: Viewport;
  startedAt: number;
  ms: number;
  request: number;
}

/** How long a movement takes: at once for whoever asked for less motion. */
export function motionMs(ms: number): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms;
}

/** What is in view, and whether it is on its way to somewhere else. */
export interface Shown {
  view: Viewport;
  isMoving: boolean;
}

/**
 * The view and a way to move it. A change starts from where the last one leads, so that quick turns of a wheel add
 * up; what is shown goes there in `ms`, from wherever it is.
 */
export function useViewport(): [Shown, Move] {
  const [shown, setShown] = useState<Shown>({ view: OPENING, isMoving: false });
  const motion = useRef<Motion>({ from: OPENING, to: OPENING, startedAt: 0, ms: 0, request: 0 });
  const now = useRef(OPENING);

  const show = useCallback((view: Viewport, isMoving: boolean) => {
    now.current = view;
    flushSync(() => setShown({ view, isMoving }));
  }, []);

  const step = useCallback(() => {
    const { from, to, startedAt, ms } = motion.current;
    const t = ms === 0 ? 1 : Math.min(1, (performance.now() - startedAt) / ms);
    motion.current.request = t < 1 ? requestAnimationFrame(step) : 0;
    show(between(from, to, eased(t)), t < 1);
  }, [show]);

  const move: Move = useCallback(
    (change, ms = MOVE_MS) => {
      const current = motion.current;
      current.to = change(current.to);
      current.from = now.current;
      current.startedAt = performance.now();
      current.ms = motionMs(ms);
      if (current.request === 0) current.request = requestAnimationFrame(step);
    },
    [step],
  );

  useEffect(() => () => cancelAnimationFrame(motion.current.request), []);
  return [shown, move];
}

function eased(t: number): number {
  return 1 - (1 - t) ** 3;
}
