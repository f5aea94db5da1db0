import Close from "@mui/icons-material/Close";
import { useSummary } from "@/api/catalogue";
import { DATE_RANGE } from "@/api/feature-names";
import { Button } from "@/kit/button";
import { DateButton } from "@/kit/fields/date-button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import type { Condition } from "@/question/filters";
import {
  filterEdited,
  filterOn,
  pendingRemoved,
  selectActive,
  selectPending,
} from "@/question/filters-slice";
import { lastExplored } from "@/question/seals";
import { selectSeal } from "@/question/seals-slice";
import styles from "./filter-summary.module.css";

const FIRST_DATE = "2015-01-01";

/** The question's dates: a change makes a pending Date_Range filter, counted as one (ruling 33). */
export function DateRangePicker() {
  const dispatch = useAppDispatch();
  const { data } = useSummary();
  const pending = useAppSelector((state) => filterOn(selectPending(state), DATE_RANGE));
  const active = useAppSelector((state) => filterOn(selectActive(state), DATE_RANGE));
  const min = data?.min_date ?? FIRST_DATE;
  const seal = useAppSelector(selectSeal);
  const newest = data?.max_date ?? new Date().toISOString().slice(0, 10);
  const max = seal ? lastExplored(seal) : newest;
  const [start, given] = datesOf(pending ?? active) ?? [min, max];
  const end = given < max ? given : max;
  const choose = (from: string, to: string) => {
    const isAll = from === min && to === max && !active;
    const filter: Condition = { feature: DATE_RANGE, operator: "range", value: [from, to] };
    dispatch(isAll ? pendingRemoved(DATE_RANGE) : filterEdited(filter));
  };
  return (
    <fieldset className={styles.range} style={{ border: 0, margin: 0, padding: 0 }}>
      <legend className="visually-hidden">Date range</legend>
      <DateButton label="Start date" value={start} min={min} max={end} onPick={(date) => choose(date, end)} />
      <span aria-hidden="true">–</span>
      <DateButton label="End date" value={end} min={start} max={max} onPick={(date) => choose(start, date)} />
      {pending && <em>pending</em>}
      {pending && (
        <Button
          look="bare"
          aria-label="Discard pending dates"
          title="Discard pending dates"
          onClick={() => dispatch(pendingRemoved(DATE_RANGE))}
        >
          <Close fontSize="inherit" />
        </Button>
      )}
    </fieldset>
  );
}

function datesOf(filter: Condition | undefined): [string, string] | null {
  if (!filter || !Array.isArray(filter.value)) return null;
  const [start, end] = filter.value;
  return typeof start === "string" && typeof end === "string" ? [start, end] : null;
}
