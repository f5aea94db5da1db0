import { type RefObject, useEffect, useState } from "react";
import type { ChartBar } from "@/api/generated";
import type { LineSettings } from "../settings/line-settings";
import styles from "./candle-chart.module.css";
import { isAfterClose } from "./day";
import { type Level, levelsOf, nameBox } from "./layers/levels";
import type { BarSignal } from "./layers/signals";
import type { ChartFrame, Rect } from "./viewport/frame";
import { useChartFrame } from "./viewport/frame-context";
import { barUnder, candleAt, HOLD_MS, isInside, levelAt, type Point, STILL } from "./viewport/hover";
import { quietCorner } from "./viewport/quiet-corner";
import { AFTER_CLOSE, formatPrice, legendOf, tooltipRows, toTick } from "./words";

interface Props {
  /** What the pointer moves over. */
  stage: RefObject<HTMLElement | null>;
  signals: ReadonlyMap<number, BarSignal>;
  lines: LineSettings;
  /** Whether a box over the chart lists all values of the bar under the pointer. */
  hasTooltip: boolean;
}

/** Lines through the pointer with the bar's number and the price; over a candle or a level also what it is. */
export function Crosshair({ stage, signals, lines, hasTooltip }: Props) {
  const frame = useChartFrame();
  const point = usePointer(stage);
  if (!frame || !point || !isInside(frame, point)) return null;
  const index = Math.round(frame.barAt(point.x));
  const bar = barUnder(frame, point.x);
  const hovered = candleAt(frame, point);
  const { plot, day } = frame;
  const levels = levelsOf(day, lines, frame);
  const level = hovered ? undefined : levelAt(levels, point.y);
  const x = Math.min(Math.max(frame.xOf(index), plot.left), plot.left + plot.width);
  const { tick, price_decimals: decimals } = day.metadata;
  return (
    <div aria-hidden="true" data-crosshair>
      <i
        className={styles.across}
        style={{ left: plot.left, width: plot.width, translate: `0 ${point.y}px` }}
      />
      <i className={styles.upright} style={{ top: plot.top, height: plot.height, translate: `${x}px` }} />
      <span className={styles.priceTag} style={{ width: plot.left - 4, translate: `0 ${point.y}px` }}>
        {formatPrice(toTick(frame.priceAt(point.y), tick), decimals)}
      </span>
      {(bar || isAfterClose(day, index)) && (
        <span className={styles.barTag} style={{ top: plot.top + plot.height + 4, translate: `${x}px` }}>
          <span>Bar {bar?.bar_number ?? index}</span>{" "}
          {bar ? <time>{bar.time_label}</time> : <span>{AFTER_CLOSE}</span>}
        </span>
      )}
      {bar && (
        <p className={styles.legend} style={{ left: plot.left, top: plot.top - LEGEND_ABOVE }}>
          {legendOf(bar, decimals).map(([name, value]) => (
            <span key={name}>
              <b>{name}</b> {value}
            </span>
          ))}
        </p>
      )}
      {hovered && hasTooltip && (
        <Tooltip
          {...{ frame, point }}
          bar={hovered}
          signal={signals.get(hovered.index)}
          names={levels.map((each) => nameBox(each, plot))}
        />
      )}
      {level && <LineTip frame={frame} point={point} level={level} />}
    </div>
  );
}

interface TooltipProps {
  frame: ChartFrame;
  point: Point;
  bar: ChartBar;
  signal: BarSignal | undefined;
  /** Where the levels' names stand. */
  names: readonly Rect[];
}

const LINE_OFFSET = 10;
/** The legend lies between the header and the plot. */
const LEGEND_ABOVE = 14;

/** 10 pixels left or right of the pointer, on the side with more room. */
function boxPlace({ width, height }: ChartFrame, { x, y }: Point) {
  const across = x < width / 2 ? { left: x + LINE_OFFSET } : { right: width - x + LINE_OFFSET };
  const down = y < height / 2 ? { top: y + LINE_OFFSET } : { bottom: height - y + LINE_OFFSET };
  return { ...across, ...down };
}

function Tooltip({ frame, point, bar, signal, names }: TooltipProps) {
  return (
    <dl className={styles.tooltip} style={quietCorner(frame, point, names)}>
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
    <p className={styles.lineTip} style={boxPlace(frame, point)}>
      {level.label} {price}
    </p>
  );
}

/**
 * Where the pointer is. A finger's tap sets the place and leaves it there. A finger that stays takes the place along;
 * one that moves at once pans.
 */
function usePointer(stage: RefObject<HTMLElement | null>): Point | null {
  const [point, setPoint] = useState<Point | null>(null);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const place = ({ clientX, clientY }: MouseEvent) => {
      const { left, top } = element.getBoundingClientRect();
      setPoint({ x: clientX - left, y: clientY - top });
    };
    const finger = heldFinger(place);
    const over = new AbortController();
    const on = (kind: string, way: (event: PointerEvent) => void) =>
      element.addEventListener(kind, (event) => way(event as PointerEvent), {
        passive: false,
        signal: over.signal,
      });
    on("pointerdown", finger.down);
    on("pointermove", (event) => (isFinger(event) ? finger.move(event) : place(event)));
    for (const kind of ["pointerup", "pointercancel"]) on(kind, finger.forget);
    // The page does not scroll under a finger that is held.
    on("touchmove", (event) => finger.isHeld() && event.cancelable && event.preventDefault());
    on("pointerleave", (event) => isFinger(event) || setPoint(null));
    on("click", (event) => isFinger(event) && place(event));
    return () => {
      finger.forget();
      over.abort();
    };
  }, [stage]);
  return point;
}

const isFinger = ({ pointerType }: PointerEvent) => pointerType === "touch";

/** A finger that stays is held: from then on `place` hears where it is, and the chart does not. */
function heldFinger(place: (event: PointerEvent) => void) {
  let pressed: PointerEvent | null = null;
  let isHeld = false;
  let timer = 0;
  const forget = () => {
    clearTimeout(timer);
    pressed = null;
    isHeld = false;
  };
  return {
    isHeld: () => isHeld,
    forget,
    down: (event: PointerEvent) => {
      const isFirst = isFinger(event) && event.isPrimary;
      forget();
      if (!isFirst) return;
      pressed = event;
      timer = window.setTimeout(() => {
        isHeld = true;
        place(event);
      }, HOLD_MS);
    },
    move: (event: PointerEvent) => {
      if (event.pointerId !== pressed?.pointerId) return;
      const strayed = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
      if (!isHeld && strayed > STILL) forget();
      if (!isHeld) return;
      event.stopPropagation();
      place(event);
    },
  };
}
