import Close from "@mui/icons-material/Close";
import { daysListed, selectDayBar } from "@/address/days-slice";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "./days-place.module.css";
import { showAll } from "./gallery/words";

/** Which bar's days alone are shown, and the way to all that match. */
export function OnlyBar() {
  const dispatch = useAppDispatch();
  const bar = useAppSelector(selectDayBar);
  if (bar === null) return null;
  return (
    <Button
      look="quiet"
      className={styles.only ?? ""}
      aria-label={showAll(bar.label)}
      onClick={() => dispatch(daysListed({ bar: null, page: 1 }))}
    >
      {bar.label} <Close fontSize="inherit" />
    </Button>
  );
}
