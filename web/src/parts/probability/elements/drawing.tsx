import { formatCount, formatPercent } from "@/lib/text/format";
import { Chart } from "@/plot/chart";
import { type ColumnsModel, columnsOption } from "@/plot/columns";
import { scaleOf } from "@/plot/scale";
import type { Of } from "../displays/section";
import { Axis } from "./axis";
import { ColumnPicker, withClickHints } from "./column-picker";
import { useBarDays } from "./day-links";
import styles from "./drawing.module.css";

const HEIGHT = 96;

/** A distribution's columns with the axis as text below them. */
export function Drawing({ drawing: model, label, marks }: Omit<Of<"drawing">, "caption">) {
  const open = useBarDays();
  const columns = open ? withClickHints(model.columns) : model.columns;
  const chart = <Chart option={columnsOption({ ...model, columns })} height={HEIGHT} label={label} />;
  return (
    <div className={styles.drawing}>
      <div className={styles.plot}>
        {open ? (
          <ColumnPicker columns={model.columns} onPick={open}>
            {chart}
          </ColumnPicker>
        ) : (
          chart
        )}
        <ValueScale model={model} />
      </div>
      <Axis marks={marks} />
    </div>
  );
}

/** The values at the side while the drawing is looked at; a column that is cut bears its own, always. */
function ValueScale({ model }: { model: ColumnsModel }) {
  const { top, ticks, cut } = scaleOf(model);
  const sign = model.unit ?? "";
  const width = 100 / model.columns.length;
  return (
    <div className={styles.scale} aria-hidden="true" data-right={leansLeft(model)}>
      {ticks.map((value) => (
        <span
          key={value}
          className={styles.tick}
          data-value={`${formatCount(value)}${sign}`}
          style={{ top: `${100 - (100 * value) / top}%` }}
        />
      ))}
      {cut.map(({ value, index }) => (
        <span
          key={index}
          className={styles.cut}
          data-last={index * width > 50}
          style={{ left: `${index * width}%`, width: `${width}%` }}
        >
          <b>{sign ? formatPercent(value) : formatCount(value)}</b>
        </span>
      ))}
    </div>
  );
}

/** Whether the first half is higher than the second: the values are then at the right. */
function leansLeft({ columns }: ColumnsModel): boolean {
  const sum = columns.reduce(
    (all, { value }, index) => all + (2 * index < columns.length ? value : -value),
    0,
  );
  return sum > 0;
}
