import { useLayoutEffect, useRef } from "react";
import { pageScroller } from "@/kit/page-scroller";
import type { DashboardView } from "@/lib/state/ui-slice";

/** By what a visitor scrolls. */
const INPUTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/** Each view of the dashboard comes back where it was left; the first time it begins at the top. */
export function useViewScroll(view: DashboardView) {
  const places = useRef<Partial<Record<DashboardView, number>>>({});
  useLayoutEffect(() => {
    const scroller = pageScroller();
    if (!scroller) return;
    const isFirst = Object.keys(places.current).length === 0;
    const place = places.current[view] ?? (isFirst ? scroller.scrollTop : 0);
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
    const note = () => {
      places.current[view] = scroller.scrollTop;
    };
    note();
    scroller.addEventListener("scroll", note, { passive: true });
    for (const input of INPUTS) scroller.addEventListener(input, leave, { passive: true });
    return () => {
      leave();
      for (const input of INPUTS) scroller.removeEventListener(input, leave);
      scroller.removeEventListener("scroll", note);
    };
  }, [view]);
}
