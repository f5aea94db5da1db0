import type { Viewport } from "./frame";
import { between, OPENING } from "./viewport";

const MOVE_MS = 250;
export const RESET_MS = 750;

export type Move = (change: (from: Viewport) => Viewport, ms?: number) => void;

/** The view, for code that draws every frame; React reads it by `useSyncExternalStore`. */
export interface ViewportStore {
  now: () => Viewport;
  /** Where the last change leads; the view rests once it is there. */
  goal: () => Viewport;
  subscribe: (listener: () => void) => () => void;
  /**
   * A change starts from where the last one leads, so that quick turns of a wheel add up; what is shown goes there
   * in `ms`, from wherever it is.
   */
  move: Move;
  /** Shows a changed view at once, in this frame. */
  jump: (change: (from: Viewport) => Viewport) => void;
}

/** How long a movement takes; 0 where the system prefers reduced motion. */
export function motionMs(ms: number): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms;
}

export function viewportStore(first = OPENING): ViewportStore {
  const listeners = new Set<() => void>();
  let now = first;
  let motion = { from: first, to: first, startedAt: 0, ms: 0 };
  let isAsked = false;

  function ask() {
    if (!isAsked) requestAnimationFrame(step);
    isAsked = true;
  }

  function step() {
    isAsked = false;
    show();
  }

  function show() {
    const { from, to, startedAt, ms } = motion;
    const t = ms === 0 ? 1 : Math.min(1, (performance.now() - startedAt) / ms);
    now = between(from, to, eased(t));
    for (const listener of listeners) listener();
    if (t < 1 && listeners.size > 0) ask();
  }

  return {
    now: () => now,
    goal: () => motion.to,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move: (change, ms = MOVE_MS) => {
      motion = { from: now, to: change(motion.to), startedAt: performance.now(), ms: motionMs(ms) };
      ask();
    },
    jump: (change) => {
      const to = change(motion.to);
      if (to === motion.to) return;
      motion = { from: to, to, startedAt: 0, ms: 0 };
      show();
    },
  };
}

/** A movement begins at this many times its mean speed. */
export const EASE_POWER = 3;

function eased(t: number): number {
  return 1 - (1 - t) ** EASE_POWER;
}
