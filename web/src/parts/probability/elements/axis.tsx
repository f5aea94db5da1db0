import type { EdgeMark } from "../figures/columns";
import styles from "./axis.module.css";

/** So many letters fit below a narrow drawing; of more every second text is left out. */
const MOST_LETTERS = 24;

/** The texts below a drawing; what it shows is told elsewhere. */
export function Axis({ marks }: { marks: readonly EdgeMark[] }) {
  const letters = marks.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <div className={styles.axis} aria-hidden="true" data-crowded={marks.length > 6 && letters > MOST_LETTERS}>
      {marks.map(({ place, isTick }) => isTick && <i key={place} style={{ left: `${place}%` }} />)}
      {marks.map(({ text, place }) => (
        <span
          key={`${place} ${text}`}
          style={{ left: `${place}%`, transform: `translateX(-${shift(place)}%)` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

/** Marks near the ends stay inside. */
function shift(place: number): number {
  if (place < 4) return 0;
  return place > 96 ? 100 : 50;
}
