import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus in a place whose entries go: where one with the focus is gone, the entry that took its place has
 * it, else the last. `entries` selects them, `count` says how many there are.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, entries: string, count: number) {
  const last = useRef(-1);
  useEffect(() => {
    const container = place.current;
    const note = ({ target }: FocusEvent) => {
      const all = [...(container?.querySelectorAll(entries) ?? [])];
      last.current = all.findIndex((entry) => target instanceof Node && entry.contains(target));
    };
    container?.addEventListener("focusin", note);
    return () => container?.removeEventListener("focusin", note);
  }, [place, entries]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of entries is when one may have gone
  useLayoutEffect(() => {
    if (last.current < 0 || document.activeElement !== document.body) return;
    const left = [...(place.current?.querySelectorAll<HTMLElement>(entries) ?? [])];
    const next = left[Math.min(last.current, left.length - 1)];
    if (!next) return;
    if (next.tabIndex < 0) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }, [place, entries, count]);
}
