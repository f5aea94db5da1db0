import { type RefObject, useEffect, useState } from "react";
import type { ChartBar } from "@/api/generated";
import type { LineSettings } from "@/features/lines/state/line-settings";
import styles from "./candle-chart.module.css";
import { type Level, levelsOf } from "./layers/levels";
import type { BarSignal } from "./layers/signals";
import type { ChartFrame } from "./viewport/frame";
import { barUnder, candleAt, isInside, levelAt, type Point } from "./viewport/hover";
import { formatPrice, tooltipRows } from "./words";

interface Props {
  frame: ChartFrame;
  /** What the pointer moves over. */
  stage: RefObject<HTMLElement | null>;
  signals: ReadonlyMap<number, BarSignal>;
  lines: LineSettings;
}

/** Lines through the pointer with the bar's number and the price; over a candle or a level also what it is. */
export function Crosshair({ frame, stage, signals, lines }: Props) {
  const point = usePointer(stage);
  if (!point || !isInside(frame, point)) return null;
  const bar = barUnder(frame, point.x);
  const hovered = candleAt(frame, point);
  const level = hovered ? undefined : levelAt(levelsOf(frame.day, lines, frame), point.y);
  const { plot, day } = frame;
  return (
    <div aria-hidden="true" data-crosshair>
      <i className={styles.across} style={{ left: plot.left, width: plot.width, top: point.y }} />
      <i className={styles.upright} style={{ top: plot.top, height: plot.height, left: point.x }} />
      <span className={styles.priceTag} style={{ width: plot.left - 4, top: point.y }}>
        {formatPrice(frame.priceAt(point.y), day.metadata.price_decimals)}
      </span>
      {bar && (
        <span
          className={styles.barTag}
          style={{ left: frame.xOf(bar.index), top: plot.top + plot.height + 4 }}
        >
          Bar {bar.bar_number}
        </span>
      )}
      {hovered && <Tooltip frame={frame} point={point} bar={hovered} signal={signals.get(hovered.index)} />}
      {level && <LineTip frame={frame} point={point} level={level} />}
    </div>
  );
}

interface TooltipProps {
  frame: ChartFrame;
  point: Point;
  bar: ChartBar;
  signal: BarSignal | undefined;
}

const OFFSET = 14;
const LINE_OFFSET = 10;

/** A place so many pixels beside the pointer, on the side that has more room. */
function beside({ width, height }: ChartFrame, { x, y }: Point, offset: number) {
  const across = x < width / 2 ? { left: x + offset } : { right: width - x + offset };
  const down = y < height / 2 ? { top: y + offset } : { bottom: height - y + offset };
  return { ...across, ...down };
}

function Tooltip({ frame, point, bar, signal }: TooltipProps) {
  return (
    <dl className={styles.tooltip} style={beside(frame, point, OFFSET)}>
      {tooltipRows(bar, signal, frame.day.metadata.price_decimals).map(([name, value]) => (
        <div key={name}>
          <dt>{name}:</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LineTipProps {
  frame: ChartFrame;
  point: Point;
  level: Level;
}

function LineTip({ frame, point, level }: LineTipProps) {
  const price = formatPrice(level.price, frame.day.metadata.price_decimals);
  return (
    <p className={styles.lineTip} style={beside(frame, point, LINE_OFFSET)}>
      {level.label} {price}
    </p>
  );
}

function usePointer(stage: RefObject<HTMLElement | null>): Point | null {
  const [point, setPoint] = useState<Point | null>(null);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const follow = ({ clientX, clientY }: PointerEvent) => {
      const { left, top } = element.getBoundingClientRect();
      setPoint({ x: clientX - left, y: clientY - top });
    };
    const leave = () => setPoint(null);
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerleave", leave);
    return () => {
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerleave", leave);
    };
  }, [stage]);
  return point;
}
