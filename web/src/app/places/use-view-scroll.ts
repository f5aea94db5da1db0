import { useLayoutEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { pageScroller } from "@/kit/page-scroller";

/** By what a visitor scrolls. */
const INPUTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/** How far down each view was left, by what scrolls. */
const LEFT = new WeakMap<HTMLElement, Map<string, number>>();

function leftIn(scroller: HTMLElement): Map<string, number> {
  const left = LEFT.get(scroller) ?? new Map<string, number>();
  LEFT.set(scroller, left);
  return left;
}

/**
 * Each view comes back where it was left, within its screen and where a visitor goes back or forward. Another screen
 * begins at the top, unless what took the focus says where.
 */
export function useViewScroll(view: string) {
  const isBack = useNavigationType() === "POP";
  const isWithin = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view is placed once, when it comes
  useLayoutEffect(() => {
    const scroller = pageScroller();
    if (!scroller) return;
    const left = leftIn(scroller);
    const place = isWithin.current ? (left.get(view) ?? 0) : firstPlace(scroller, isBack, left.get(view));
    isWithin.current = true;
    return keepPlace(scroller, place, (now) => void left.set(view, now));
  }, [view]);
}

function firstPlace(scroller: HTMLElement, isBack: boolean, left: number | undefined): number {
  if (isBack) return left ?? scroller.scrollTop;
  return scroller.contains(document.activeElement) ? scroller.scrollTop : 0;
}

/** Scrolls to a place, and tells where the visitor scrolls from there. */
function keepPlace(scroller: HTMLElement, place: number, onScroll: (now: number) => void): () => void {
  scroller.scrollTop = place;
  const focused = document.activeElement;
  // The cards get their sizes with the first frame. What took the focus meanwhile is in sight for it, and who
  // scrolls meanwhile stays there.
  const again = () => {
    if (document.activeElement === focused) scroller.scrollTop = place;
  };
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(again);
  });
  const leave = () => cancelAnimationFrame(frame);
  const note = () => onScroll(scroller.scrollTop);
  note();
  scroller.addEventListener("scroll", note, { passive: true });
  for (const input of INPUTS) scroller.addEventListener(input, leave, { passive: true });
  return () => {
    leave();
    for (const input of INPUTS) scroller.removeEventListener(input, leave);
    scroller.removeEventListener("scroll", note);
  };
}
