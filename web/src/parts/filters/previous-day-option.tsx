import { selectTier } from "@/api/session/session-slice";
import { Check } from "@/kit/fields/check";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { previousDayFiltersToggled } from "@/lib/state/ui-slice";
import styles from "./filter-summary.module.css";
import { PREVIOUS_DAY } from "./words";

/** Whether cards hold a second filter for the day before; the lite tier does not see it. */
export function PreviousDayOption() {
  const dispatch = useAppDispatch();
  const isOn = useAppSelector(({ ui }) => ui.showPreviousDayFilters);
  const tier = useAppSelector(selectTier);
  if (tier === "lite") return null;
  return (
    <Check
      className={styles.check}
      label={
        <span>
          Previous Day Filters
          <span className={styles.hint}>{PREVIOUS_DAY}</span>
        </span>
      }
      checked={isOn}
      onChange={() => dispatch(previousDayFiltersToggled())}
    />
  );
}
