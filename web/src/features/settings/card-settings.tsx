import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "./settings.module.css";
import { SettingsSection } from "./settings-section";
import {
  compactCardsSwitched,
  openCardsFirstSwitched,
  selectCompactCards,
  selectOpenCardsFirst,
} from "./state/preferences-slice";

/** How the dashboard's cards are ordered and spaced. */
export function CardSettings() {
  const dispatch = useAppDispatch();
  const isOpenFirst = useAppSelector(selectOpenCardsFirst);
  const isCompact = useAppSelector(selectCompactCards);
  return (
    <SettingsSection title="Cards">
      <label className={styles.choice}>
        <input type="checkbox" checked={isOpenFirst} onChange={() => dispatch(openCardsFirstSwitched())} />
        Open cards first
      </label>
      <p className={styles.none}>
        The dashboard begins with the cards whose probability is open. One opened later keeps its place until
        the next visit to the dashboard.
      </p>
      <label className={styles.choice}>
        <input type="checkbox" checked={isCompact} onChange={() => dispatch(compactCardsSwitched())} />
        Compact cards
      </label>
    </SettingsSection>
  );
}
