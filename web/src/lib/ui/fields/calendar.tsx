import { AdapterDateFns } from "@mui/x-date-pickers/AdapterDateFns";
import { DateCalendar } from "@mui/x-date-pickers/DateCalendar";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { format, parseISO } from "date-fns";

interface Props {
  value: string | null;
  min: string;
  max: string;
  onPick: (date: string) => void;
}

/** Dates in and out are ISO days; days outside `min` and `max` cannot be picked. */
export default function Calendar({ value, min, max, onPick }: Props) {
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns}>
      <DateCalendar
        value={value ? parseISO(value) : null}
        referenceDate={parseISO(value ?? max)}
        minDate={parseISO(min)}
        maxDate={parseISO(max)}
        views={["year", "month", "day"]}
        openTo="day"
        onChange={(date, state) => {
          if (date && state === "finish") onPick(format(date, "yyyy-MM-dd"));
        }}
      />
    </LocalizationProvider>
  );
}
