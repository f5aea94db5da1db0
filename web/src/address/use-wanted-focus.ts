import { type RefObject, useEffect, useRef } from "react";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { placeReached } from "./find-slice";

/** The element of a card or a category: it takes the focus and comes into sight as soon as it is wanted. */
export function useWantedFocus<Place extends HTMLElement>(name: string): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const dispatch = useAppDispatch();
  const isWanted = useAppSelector(({ find }) => find.wanted === name);
  useEffect(() => {
    if (!isWanted || !place.current) return;
    if (place.current.tabIndex < 0) place.current.tabIndex = -1;
    place.current.focus({ preventScroll: true });
    place.current.scrollIntoView({ block: "start" });
    dispatch(placeReached());
  }, [dispatch, isWanted]);
  return place;
}
