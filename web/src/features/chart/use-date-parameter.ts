import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useAppDispatch } from "@/lib/state/hooks";
import { isDay } from "@/lib/text/format";
import { daySelected, otherDaySelected } from "./state/chart-slice";

const MOST_SHOWN = 40;

/** `/chart?date=YYYY-MM-DD` opens that day; the address is read once and then says no date. */
export function useDateParameter() {
  const dispatch = useAppDispatch();
  const [parameters, setParameters] = useSearchParams();
  const date = parameters.get("date");
  useEffect(() => {
    if (date === null) return;
    const why = `"${date.slice(0, MOST_SHOWN)}" is no date in the form YYYY-MM-DD`;
    dispatch(isDay(date) ? daySelected(date) : otherDaySelected({ date: null, why }));
    setParameters(
      (given) => {
        given.delete("date");
        return given;
      },
      { replace: true },
    );
  }, [date, dispatch, setParameters]);
}
