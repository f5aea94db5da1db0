import { useCallback } from "react";
import { barChosen, type DayBar } from "./days-slice";
import { useAppDispatch } from "./hooks";
import { modalOpened } from "./ui-slice";

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
