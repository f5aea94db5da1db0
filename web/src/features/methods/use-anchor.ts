import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

const CALM = "(prefers-reduced-motion: reduce)";

/**
 * Goes to the heading an address names, opening the chapter around it: at once on arrival, smoothly within the
 * page unless motion is unwelcome. An anchor nobody has is left alone, and so is the place where only the view that the
 * address bears has changed; a link within the page says nothing of that view.
 */
export function useAnchor(page: RefObject<HTMLElement | null>) {
  const { hash, search, key } = useLocation();
  const before = useRef<{ hash: string; search: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again goes there again
  useEffect(() => {
    const last = before.current;
    before.current = { hash, search };
    if (last?.hash === hash && last.search !== search && search !== "") return;
    const heading = hash && page.current?.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
    if (heading) goTo(heading, last !== null && !window.matchMedia(CALM).matches ? "smooth" : "auto");
  }, [page, hash, key]);
}

function goTo(heading: HTMLElement, behavior: ScrollBehavior) {
  const chapter = heading.closest("details");
  if (chapter) chapter.open = true;
  heading.scrollIntoView({ behavior, block: "start" });
  heading.focus({ preventScroll: true });
}
