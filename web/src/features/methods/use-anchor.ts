import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

const CALM = "(prefers-reduced-motion: reduce)";

type Address = Pick<Location, "hash" | "search">;

/** Whether the page has written what it shows into the address; a link within the page says nothing of that. */
function isOnlyView(before: Address | null, { hash, search }: Address): boolean {
  return before?.hash === hash && before.search !== search && search !== "";
}

/**
 * Goes to the heading an address names, opening the chapter around it: at once on arrival, smoothly within the
 * page unless motion is unwelcome. An anchor nobody has is left alone, and so is the place where only the view that the
 * address bears has changed.
 */
export function useAnchor(page: RefObject<HTMLElement | null>) {
  const { hash, search, key } = useLocation();
  const before = useRef<Address | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again goes there again
  useEffect(() => {
    const isMoving = before.current !== null && !window.matchMedia(CALM).matches;
    const isOtherView = isOnlyView(before.current, { hash, search });
    before.current = { hash, search };
    if (isOtherView) return;
    const heading =
      hash === "" ? null : page.current?.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
    if (heading) goTo(heading, isMoving ? "smooth" : "auto");
  }, [page, hash, key]);
}

function goTo(heading: HTMLElement, behavior: ScrollBehavior) {
  const chapter = heading.closest("details");
  if (chapter) chapter.open = true;
  heading.scrollIntoView({ behavior, block: "start" });
  heading.focus({ preventScroll: true });
}
