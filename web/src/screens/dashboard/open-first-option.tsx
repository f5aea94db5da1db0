import { preferencesChosen } from "@/kept/preferences/preferences-slice";
import { Check } from "@/kit/fields/check";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "./category-list.module.css";

/** With the order of the categories: whether open cards go before them all. */
export function OpenFirstOption() {
  const dispatch = useAppDispatch();
  const isOn = useAppSelector(({ preferences }) => preferences.openCardsFirst);
  return (
    <Check
      className={styles.option}
      label="Open cards first"
      checked={isOn}
      onChange={(openCardsFirst) => dispatch(preferencesChosen({ openCardsFirst }))}
    />
  );
}
