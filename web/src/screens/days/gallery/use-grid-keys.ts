import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { galleryAsked } from "@/address/gallery-slice";
import type { DayBarsAnswer } from "@/api/generated";
import { pageScroller } from "@/kit/page-scroller";
import { useAppDispatch } from "@/lib/state/hooks";
import { stepFrom } from "./grid-steps";

const TURNS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** The links of a list of days. */
export function linksIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("a[data-date]") ?? [])];
}

/** Arrows, Home and End walk among a list's days; PageUp and PageDown turn pages, whose first day has the focus then. */
export function useGridKeys(list: RefObject<HTMLElement | null>, { days, page, pages }: DayBarsAnswer) {
  const dispatch = useAppDispatch();
  const isTurned = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days are those of the page that was turned to
  useLayoutEffect(() => {
    if (!isTurned.current) return;
    isTurned.current = false;
    pageScroller()?.scrollTo({ top: 0 });
    linksIn(list.current)[0]?.focus({ preventScroll: true });
  }, [days]);
  return (event: KeyboardEvent) => {
    const links = linksIn(list.current);
    const at = links.indexOf(event.target as HTMLElement);
    const tops = links.map((link) => link.getBoundingClientRect().top);
    const next = stepFrom(at, event.key, tops);
    const turn = TURNS[event.key];
    if (at < 0 || (next === null && turn === undefined)) return;
    event.preventDefault();
    if (next !== null) links[next]?.focus();
    if (turn === undefined || page + turn < 1 || page + turn > pages) return;
    isTurned.current = true;
    dispatch(galleryAsked({ page: page + turn }));
  };
}
