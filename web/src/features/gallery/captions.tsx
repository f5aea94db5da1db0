import type { DayBars, Feature } from "@/api/generated";
import { cellText, headingOf } from "@/features/days/state/cell-text";
import styles from "./gallery.module.css";

/** What is told of a day below its picture: the chosen features, and where its scale is its own. */
export function Captions({ day, captions }: { day: DayBars; captions: readonly Feature[] }) {
  return (
    <>
      {captions.length > 0 && (
        <dl className={styles.captions}>
          {captions.map((feature) => (
            <div key={feature.name}>
              <dt>{headingOf(feature)}</dt>
              <dd>{cellText(feature, day.values[feature.name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {day.adr10 === null && <p className={styles.note}>No ADR10: its own scale</p>}
    </>
  );
}
