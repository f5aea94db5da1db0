import { useCallback } from "react";
import { useAppDispatch } from "./hooks";
import { barChosen, type DayBar } from "./slices/days-slice";
import { modalOpened } from "./slices/ui-slice";

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
