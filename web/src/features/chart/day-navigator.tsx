import ArrowBack from "@mui/icons-material/ArrowBack";
import CalendarMonth from "@mui/icons-material/CalendarMonth";
import { useMemo, useRef } from "react";
import type { Navigation } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { DateButton } from "@/lib/ui/fields/date-button";
import { SelectField } from "@/lib/ui/fields/fields";
import styles from "./chart.module.css";
import { neighboursOf } from "./neighbours";
import { daySelected } from "./state/chart-slice";

interface Props {
  /** Null where the answer bore none. */
  navigation: Navigation | null;
  isLoading: boolean;
}

export function DayNavigator({ navigation, isLoading }: Props) {
  if (!navigation) return <p className={styles.debug}>Debug: No navigation data received</p>;
  const { availableDates, currentDate } = navigation;
  if (availableDates.length > 1) return <Days navigation={navigation} isLoading={isLoading} />;
  const [only = currentDate] = availableDates;
  return only === null ? null : <p className={styles.only}>Date: {only}</p>;
}

function Days({ navigation, isLoading }: { navigation: Navigation; isLoading: boolean }) {
  const dispatch = useAppDispatch();
  const { previous, next } = neighboursOf(navigation);
  const { availableDates } = navigation;
  const go = (date: string | null) => date !== null && dispatch(daySelected(date));
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">Day</legend>
      <Button
        look="icon"
        aria-label="Previous day"
        data-hint="["
        data-shortcut="previousDay"
        disabled={previous === null || isLoading}
        onClick={() => go(previous)}
      >
        <ArrowBack />
      </Button>
      <SelectField
        aria-label="Date"
        className={styles.dates ?? ""}
        value={navigation.currentDate ?? ""}
        choices={useChoices(navigation)}
        onChoose={go}
      />
      <DateButton
        icon={<CalendarMonth />}
        label="Calendar"
        value={navigation.currentDate}
        min={availableDates[0] ?? ""}
        max={availableDates.at(-1) ?? ""}
        dates={availableDates}
        onPick={go}
      />
      <Button
        look="icon"
        aria-label="Next day"
        data-hint="]"
        data-shortcut="nextDay"
        disabled={next === null || isLoading}
        onClick={() => go(next)}
      >
        <span className={styles.mirrored}>
          <ArrowBack />
        </span>
      </Button>
    </fieldset>
  );
}

/** The matching days; a shown day that is none of them stands first. */
function useChoices({ availableDates, currentDate, totalDates }: Navigation) {
  const dates = useSame(availableDates);
  const other = currentDate === null || dates.includes(currentDate) ? null : currentDate;
  return useMemo(() => {
    const days = dates.map((date, i) => ({ value: date, label: `${date} (Day ${i + 1} of ${totalDates})` }));
    return other === null ? days : [{ value: other, label: other }, ...days];
  }, [dates, totalDates, other]);
}

/** The list as it was before, where the new one says the same: every answer brings its own. */
function useSame(list: readonly string[]): readonly string[] {
  const kept = useRef(list);
  const before = kept.current;
  const isSame = before.length === list.length && before.every((date, i) => date === list[i]);
  if (!isSame) kept.current = list;
  return kept.current;
}
