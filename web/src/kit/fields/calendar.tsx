import { AdapterDateFns } from "@mui/x-date-pickers/AdapterDateFns";
import { DateCalendar } from "@mui/x-date-pickers/DateCalendar";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { format, parseISO } from "date-fns";
import { useMemo } from "react";

const ISO = "yyyy-MM-dd";

export interface Days {
  /** ISO date, or null where none is chosen. */
  value: string | null;
  min: string;
  max: string;
  /** The only days that can be picked; all where none are given. */
  dates?: readonly string[];
  onPick: (date: string) => void;
}

/** Dates in and out are ISO days; days outside `min` and `max` cannot be picked. */
export default function Calendar({ value, min, max, dates, onPick }: Days) {
  const picked = useMemo(() => dates && new Set(dates), [dates]);
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns}>
      <DateCalendar
        value={value ? parseISO(value) : null}
        referenceDate={parseISO(value ?? max)}
        minDate={parseISO(min)}
        maxDate={parseISO(max)}
        {...(picked && { shouldDisableDate: (date: Date) => !picked.has(format(date, ISO)) })}
        views={["year", "month", "day"]}
        openTo="day"
        onChange={(date, state) => {
          if (date && state === "finish") onPick(format(date, ISO));
        }}
      />
    </LocalizationProvider>
  );
}
