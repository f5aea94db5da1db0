import { useCallback } from "react";
import { useAppDispatch } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import { barChosen, type DayBar } from "./days-slice";

/** Opens the list of a bar's days, or of all that match. */
export function useOpenDays(): (bar: DayBar | null) => void {
  const dispatch = useAppDispatch();
  return useCallback(
    (bar) => {
      dispatch(barChosen(bar));
      dispatch(modalOpened("days"));
    },
    [dispatch],
  );
}
