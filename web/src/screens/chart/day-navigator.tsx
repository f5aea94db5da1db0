import ArrowBack from "@mui/icons-material/ArrowBack";
import ArrowForward from "@mui/icons-material/ArrowForward";
import CalendarMonth from "@mui/icons-material/CalendarMonth";
import { memo, useMemo, useRef } from "react";
import { shallowEqual } from "react-redux";
import type { Navigation } from "@/api/generated";
import { daySelected, dayStepped } from "@/kept/chart/chart-slice";
import { Button } from "@/kit/button";
import { DateButton } from "@/kit/fields/date-button";
import { SelectField } from "@/kit/fields/fields";
import { useAppDispatch } from "@/lib/state/hooks";
import styles from "./chart.module.css";

interface Props {
  /** Null where the answer bore none. */
  navigation: Navigation | null;
  isLoading: boolean;
}

export const DayNavigator = memo(function DayNavigator({ navigation, isLoading }: Props) {
  if (!navigation) return <p className={styles.muted}>Debug: No navigation data received</p>;
  const { availableDates, currentDate } = navigation;
  if (availableDates.length > 1) return <Days navigation={navigation} isLoading={isLoading} />;
  const [only = currentDate] = availableDates;
  return only === null ? null : <p className={styles.muted}>Date: {only}</p>;
});

function Days({ navigation, isLoading }: Props & { navigation: Navigation }) {
  const dispatch = useAppDispatch();
  const { availableDates, currentDate, previous, next } = navigation;
  const ascending = useMemo(() => availableDates.toSorted(), [availableDates]);
  const go = (date: string | null) => date !== null && dispatch(daySelected(date));
  const stepTo = (date: string | null) => ({
    look: "icon" as const,
    disabled: date === null || isLoading,
    onClick: () => date !== null && dispatch(dayStepped(date)),
  });
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">Day</legend>
      <Button {...stepTo(previous)} aria-label="Previous day" data-hint="[" data-shortcut="previousDay">
        <ArrowBack />
      </Button>
      <SelectField
        aria-label="Date"
        className={styles.dates ?? ""}
        value={currentDate ?? ""}
        choices={useChoices(navigation)}
        onChoose={go}
      />
      <DateButton
        icon={<CalendarMonth />}
        label="Calendar"
        value={currentDate}
        min={ascending[0] ?? ""}
        max={ascending.at(-1) ?? ""}
        dates={availableDates}
        onPick={go}
      />
      <Button {...stepTo(next)} aria-label="Next day" data-hint="]" data-shortcut="nextDay">
        <ArrowForward />
      </Button>
    </fieldset>
  );
}

/** The days in their order, the same list until an answer brings others; a shown day that is none of them is first. */
function useChoices({ availableDates, currentDate, totalDates }: Navigation) {
  const kept = useRef(availableDates);
  if (!shallowEqual(kept.current, availableDates)) kept.current = availableDates;
  const dates = kept.current;
  const other = currentDate === null || dates.includes(currentDate) ? null : currentDate;
  return useMemo(() => {
    const days = dates.map((date, i) => ({ value: date, label: `${date} (Day ${i + 1} of ${totalDates})` }));
    return other === null ? days : [{ value: other, label: other }, ...days];
  }, [dates, totalDates, other]);
}
