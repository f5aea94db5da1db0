import { selectLineSettings } from "@/kept/chart/chart-slice";
import { useAppSelector } from "@/lib/state/hooks";
import { PICTURE_LEVELS } from "@/plot/days/day-picture";
import styles from "./gallery.module.css";

/** The levels that the chart's settings show, with their colours. */
export function Legend() {
  const lines = useAppSelector(selectLineSettings);
  const shown = lines.filter(({ key, visible }) => visible && PICTURE_LEVELS.some((level) => level === key));
  return (
    <ul className={styles.legend} aria-label="Lines">
      {shown.map(({ key, label, color, lineStyle }) => (
        <li key={key}>
          <i style={{ borderTop: `2px ${lineStyle} ${color}` }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
