import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Point } from "./hover";
import type { Size } from "./use-size";

/** Where an element's corner is in the window; it is measured again only after it may have moved. */
export function useCorner(target: RefObject<HTMLElement | null>, size: Size | null): () => Point {
  const known = useRef<Point | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size may come with another place
  useEffect(() => {
    const over = new AbortController();
    const forget = () => {
      known.current = null;
    };
    forget();
    const options = { capture: true, passive: true, signal: over.signal };
    for (const kind of ["scroll", "resize"]) window.addEventListener(kind, forget, options);
    for (const kind of ["pointerenter", "pointerdown"])
      target.current?.addEventListener(kind, forget, options);
    return () => over.abort();
  }, [target, size]);
  return useCallback(() => {
    known.current ??= cornerOf(target.current);
    return known.current;
  }, [target]);
}

function cornerOf(element: HTMLElement | null): Point {
  const { left: x = 0, top: y = 0 } = element?.getBoundingClientRect() ?? {};
  return { x, y };
}
