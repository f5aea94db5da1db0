import {
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ChartBar } from "@/api/generated";
import type { LineSettings } from "../settings/line-settings";
import styles from "./candle-chart.module.css";
import { isAfterClose } from "./day";
import { type Level, levelsOf, nameBox } from "./layers/levels";
import type { BarSignal } from "./layers/signals";
import type { ChartFrame, Rect } from "./viewport/frame";
import { FrameContext } from "./viewport/frame-context";
import { barUnder, candleAt, HOLD_MS, isInside, levelAt, type Point, STILL } from "./viewport/hover";
import { quietCorner } from "./viewport/quiet-corner";
import { pointOf } from "./viewport/use-gestures";
import { AFTER_CLOSE, formatPrice, legendOf, tooltipRows, toTick } from "./words";

interface Props {
  /** What the pointer moves over, and where its corner is. */
  stage: RefObject<HTMLElement | null>;
  corner: () => Point;
  signals: ReadonlyMap<number, BarSignal>;
  lines: LineSettings;
  /** Whether a box over the chart lists all values of the bar under the pointer. */
  hasTooltip: boolean;
}

/** What the pointer is at in a frame. */
interface Aim {
  frame: ChartFrame;
  point: Point;
  /** The place on the axis, whether or not it has a bar. */
  index: number;
  bar: ChartBar | undefined;
  candle: ChartBar | undefined;
  level: Level | undefined;
}

/**
 * Lines through the pointer with the bar's number and the price; over a candle or a level also what it is. While the
 * pointer is at the same bar, the lines move without a change of the page.
 */
export function Crosshair({ stage, corner, signals, lines, hasTooltip }: Props) {
  const frames = useContext(FrameContext);
  const parts = useRef<HTMLDivElement>(null);
  const latest = useRef<Aim | null>(null);
  const [aim, setAim] = useState<Aim | null>(null);
  const point = useRef<Point | null>(null);
  const follow = useEffectEvent(() => {
    const next = frames && point.current && aimAt(frames.now(), point.current, lines);
    latest.current = next;
    // The tooltip looks for its corner again once the view rests.
    const isMoved = aim && next && isSameAim(aim, next) && (!next.candle || next.frame !== frames?.rested());
    if (isMoved) place(parts.current, next);
    else setAim(next);
  });
  usePointer(stage, (event) => {
    point.current = event && pointOf(event, corner());
    follow();
  });
  useLayoutEffect(() => {
    follow();
    return frames?.subscribe(() => follow());
  }, [frames]);
  useLayoutEffect(() => place(parts.current, latest.current));
  if (!aim) return null;
  const { frame, index, bar, candle, level } = aim;
  const { plot, day } = frame;
  const decimals = day.metadata.price_decimals;
  const isNamed = bar !== undefined || isAfterClose(day, index);
  return (
    <div ref={parts} aria-hidden="true" data-crosshair>
      <i className={styles.across} style={{ left: plot.left, width: plot.width }} />
      <i className={styles.upright} style={{ top: plot.top, height: plot.height }} />
      <span className={styles.priceTag} style={{ width: plot.left - 4 }}>
        {"0"}
      </span>
      <span className={styles.barTag} style={{ top: plot.top + plot.height + 4 }} hidden={!isNamed}>
        {isNamed && <span>Bar {bar?.bar_number ?? index}</span>}{" "}
        {bar ? <time>{bar.time_label}</time> : isNamed && <span>{AFTER_CLOSE}</span>}
      </span>
      {bar && (
        <p className={styles.legend} style={{ left: plot.left, top: plot.top - LEGEND_ABOVE }}>
          {legendOf(bar, decimals).map(([name, value]) => (
            <span key={name}>
              <b>{name}</b> {value}
            </span>
          ))}
        </p>
      )}
      {candle && hasTooltip && (
        <Tooltip
          {...aim}
          bar={candle}
          signal={signals.get(candle.index)}
          names={levelsOf(day, lines, frame).map((each) => nameBox(each, plot))}
        />
      )}
      {level && <LineTip {...aim} level={level} />}
    </div>
  );
}

/** Null beyond the plot. */
function aimAt(frame: ChartFrame, point: Point, lines: LineSettings): Aim | null {
  if (!isInside(frame, point)) return null;
  const candle = candleAt(frame, point);
  return {
    ...{ frame, point, candle },
    index: Math.round(frame.barAt(point.x)),
    bar: barUnder(frame, point.x),
    level: candle ? undefined : levelAt(levelsOf(frame.day, lines, frame), point.y),
  };
}

/** Whether only the lines and the price are elsewhere; a level's box goes with the pointer. */
function isSameAim(a: Aim, b: Aim): boolean {
  const isSamePlot = a.frame.day === b.frame.day && a.frame.width === b.frame.width;
  return isSamePlot && a.index === b.index && a.candle === b.candle && !a.level && !b.level;
}

/** Moves the lines and their tags, and writes the price. */
function place(parts: HTMLElement | null, aim: Aim | null) {
  const [across, upright, priceTag, barTag] = (parts?.children ?? []) as unknown as HTMLElement[];
  if (!aim || !across || !upright || !priceTag || !barTag) return;
  const { frame, point, index } = aim;
  const { plot, day } = frame;
  const { tick, price_decimals } = day.metadata;
  const x = Math.min(Math.max(frame.xOf(index), plot.left), plot.left + plot.width);
  across.style.translate = `0 ${point.y}px`;
  upright.style.translate = `${x}px`;
  priceTag.style.translate = `0 ${point.y}px`;
  const price = formatPrice(toTick(frame.priceAt(point.y), tick), price_decimals);
  if (priceTag.firstChild) priceTag.firstChild.nodeValue = price;
  barTag.style.translate = `${x}px`;
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
 * Tells where the pointer is; null is nowhere. A finger's tap sets the place and leaves it there. A finger that stays
 * takes the place along; one that moves at once pans.
 */
function usePointer(stage: RefObject<HTMLElement | null>, onPlace: (event: MouseEvent | null) => void) {
  const place = useEffectEvent(onPlace);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const finger = heldFinger((event) => place(event));
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
    on("pointerleave", (event) => isFinger(event) || place(null));
    on("click", (event) => isFinger(event) && place(event));
    return () => {
      finger.forget();
      over.abort();
    };
  }, [stage]);
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
