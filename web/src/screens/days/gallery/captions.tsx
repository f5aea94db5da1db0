import type { DayBars, Feature } from "@/api/generated";
import { cellText, headingOf } from "@/question/cell-text";
import styles from "./gallery.module.css";

interface Props {
  day: DayBars;
  captions: readonly Feature[];
  /** What lists of days say of it. */
  listed: string | undefined;
}

/** What is told of a day below its picture: the chosen features, where its scale is its own, and what lists say. */
export function Captions({ day, captions, listed }: Props) {
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
      {listed !== undefined && <p className={styles.listed}>{listed}</p>}
    </>
  );
}
