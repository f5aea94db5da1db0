import { useEffect, useRef } from "react";
import type { Drawing } from "@/kept/drawings/drawings";
import { dayShown } from "@/kept/drawings/drawings-slice";
import { keptDrawings, loadDrawings, saveDrawings } from "@/kept/drawings/drawings-storage";
import { STORAGE_REASON } from "@/kept/words";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toolToast } from "@/lib/state/ui-slice";
import { countOf } from "@/lib/text/format";
import { onGrid } from "./shapes";

/** Shows the drawings kept for a place while it is there, and keeps every change; another tab's changes appear. */
export function useKeptDrawings(place: string | null, tick: number) {
  const dispatch = useAppDispatch();
  const now = useAppSelector(({ drawings }) => drawings);
  const kept = useRef<Drawing[]>(now.shown);

  useEffect(() => {
    if (place === null) return;
    const show = () => {
      const { drawings: stored, dropped } = loadDrawings(place);
      const drawings = stored.map((drawing) => onGrid(drawing, tick));
      kept.current = drawings;
      dispatch(dayShown({ place, drawings }));
      if (dropped === 0) return;
      dispatch(toolToast(`Left out ${countOf(dropped, "drawing")} that could not be read`, "error"));
    };
    show();
    const stop = keptDrawings.follow(show);
    return () => {
      stop();
      dispatch(dayShown({ place: null, drawings: [] }));
    };
  }, [dispatch, place, tick]);

  useEffect(() => {
    if (place === null || now.place !== place || now.shown === kept.current) return;
    kept.current = now.shown;
    if (saveDrawings(place, now.shown)) return;
    dispatch(toolToast(`The drawings will be gone when the page closes: ${STORAGE_REASON}`, "error"));
  }, [dispatch, place, now]);
}
