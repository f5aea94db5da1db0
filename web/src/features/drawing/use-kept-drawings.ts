import { useEffect, useRef } from "react";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { keepDrawings, showPlace } from "./drawing-actions";
import { selectDrawings, selectPlace } from "./state/drawings-slice";
import { DRAWINGS_NAME } from "./state/drawings-storage";

/** Shows the drawings kept for a place while it is there, and keeps every change; another tab's changes appear. */
export function useKeptDrawings(place: string | null) {
  const dispatch = useAppDispatch();
  const shownPlace = useAppSelector(selectPlace);
  const shown = useAppSelector(selectDrawings);
  const kept = useRef({ place: shownPlace, shown });

  useEffect(() => {
    dispatch(showPlace(place));
    return () => void dispatch(showPlace(null));
  }, [dispatch, place]);

  useEffect(() => {
    const before = kept.current;
    kept.current = { place: shownPlace, shown };
    if (before.place === shownPlace && before.shown !== shown) dispatch(keepDrawings());
  }, [dispatch, shownPlace, shown]);

  useEffect(() => {
    const reload = ({ key }: StorageEvent) => {
      if (key !== DRAWINGS_NAME) return;
      kept.current = { place: null, shown: [] };
      dispatch(showPlace(place));
    };
    window.addEventListener("storage", reload);
    return () => window.removeEventListener("storage", reload);
  }, [dispatch, place]);
}
