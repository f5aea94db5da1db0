import { useCallback } from "react";
import { useNavigate } from "react-router";
import { useAppDispatch } from "@/lib/state/hooks";
import { type DaysState, daysShown, NEWEST } from "./days-slice";
import { galleryShown } from "./gallery-slice";

/** Leads to the table of a bar's days, or of all that match; the pictures are of the same days. */
export function useOpenDays(): (bar: DaysState["bar"]) => void {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return useCallback(
    (bar) => {
      dispatch(daysShown({ bar, ...NEWEST }));
      dispatch(galleryShown(NEWEST));
      void navigate("/days?view=table");
    },
    [dispatch, navigate],
  );
}
