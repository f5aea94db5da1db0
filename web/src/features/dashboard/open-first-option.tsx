import { openCardsFirstSwitched, selectOpenCardsFirst } from "@/features/settings/state/preferences-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "./category-list.module.css";

/** Beside the order of the categories: whether open cards go before them all. */
export function OpenFirstOption() {
  const dispatch = useAppDispatch();
  const isOn = useAppSelector(selectOpenCardsFirst);
  return (
    <label className={styles.option}>
      <input type="checkbox" checked={isOn} onChange={() => dispatch(openCardsFirstSwitched())} />
      Open cards first
    </label>
  );
}
