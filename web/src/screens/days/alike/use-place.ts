import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { pageScroller } from "@/kit/page-scroller";
import { isRecord } from "@/lib/storage/storage";

/** Where a day was opened: how far down the page was, and its date. */
interface Place {
  opened: string;
  scroll: number;
}

/**
 * Keeps with the page's step of history where a day of a list was opened: who comes back finds the page as far down as
 * it was, with the focus on that day.
 */
export function usePlace(list: RefObject<HTMLElement | null>): (date: string) => void {
  const navigate = useNavigate();
  const location = useLocation();
  const [place] = useState(readPlace(location.state));
  useLayoutEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`a[data-date="${place?.opened}"]`);
    if (!link || !place) return;
    pageScroller()?.scrollTo({ top: place.scroll });
    link.focus({ preventScroll: true });
  }, [list, place]);
  return useCallback(
    (opened) => {
      const scroll = pageScroller()?.scrollTop ?? 0;
      void navigate(location, { replace: true, state: { opened, scroll } satisfies Place });
    },
    [navigate, location],
  );
}

function readPlace(state: unknown): Place | null {
  if (!isRecord(state)) return null;
  const { opened, scroll } = state;
  return typeof opened === "string" && typeof scroll === "number" ? { opened, scroll } : null;
}
