import { Chart } from "@/charts/chart";
import { type ColumnsModel, columnsOption } from "@/charts/columns";
import type { EdgeMark } from "../figures/columns";
import styles from "../probability.module.css";
import { ColumnPicker, withClickHints } from "./column-picker";
import { useBarDays } from "./day-links";

interface Props {
  model: ColumnsModel;
  /** One sentence that says what the drawing shows. */
  label: string;
  height: number;
  marks: readonly EdgeMark[];
}

/** A distribution's columns with the axis as text below them. */
export function Drawing({ model, label, height, marks }: Props) {
  const open = useBarDays();
  return (
    <div className={styles.drawing}>
      {open === null ? (
        <Chart option={columnsOption(model)} height={height} label={label} />
      ) : (
        <ColumnPicker columns={model.columns} onPick={open}>
          <Chart
            option={columnsOption({ ...model, columns: withClickHints(model.columns) })}
            height={height}
            label={label}
          />
        </ColumnPicker>
      )}
      <div className={styles.axis} aria-hidden="true" data-crowded={marks.length > 6}>
        {marks.map(({ text, place }) => (
          <span
            key={`${place} ${text}`}
            style={{ left: `${place}%`, transform: `translateX(-${shift(place)}%)` }}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Marks at the ends stay inside. */
function shift(place: number): number {
  if (place <= 0) return 0;
  return place >= 100 ? 100 : 50;
}
