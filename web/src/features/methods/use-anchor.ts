import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

const CALM = "(prefers-reduced-motion: reduce)";

/**
 * Goes to the heading an address names, opening the chapter around it: at once on arrival, smoothly within the
 * page unless motion is unwelcome. An anchor nobody has is left alone.
 */
export function useAnchor(page: RefObject<HTMLElement | null>) {
  const { hash, key } = useLocation();
  const hasArrived = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again goes there again
  useEffect(() => {
    const isMoving = hasArrived.current && !window.matchMedia(CALM).matches;
    hasArrived.current = true;
    const heading =
      hash === "" ? null : page.current?.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
    if (!heading) return;
    const chapter = heading.closest("details");
    if (chapter) chapter.open = true;
    heading.scrollIntoView({ behavior: isMoving ? "smooth" : "auto", block: "start" });
    heading.focus({ preventScroll: true });
  }, [page, hash, key]);
}
