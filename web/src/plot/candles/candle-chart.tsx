import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import styles from "./candle-chart.module.css";
import { Crosshair } from "./crosshair";
import type { ChartDay } from "./day";
import { emaWarnings } from "./layers/ema";
import { candleOption } from "./layers/option";
import { Painted } from "./painted";
import { pictureOf } from "./picture";
import { type DayModel, frameOf, type Given, useModel } from "./use-model";
import type { ChartPicture, Rect, Viewport } from "./viewport/frame";
import { FrameContext } from "./viewport/frame-context";
import { fittedToBars, followed, plotOf } from "./viewport/scale";
import { doubleClickMove, keyMove, useDrag, useWheel } from "./viewport/use-gestures";
import { useSize } from "./viewport/use-size";
import { isNear, OPENING } from "./viewport/viewport";
import { RESET_MS, type ViewportStore, viewportStore } from "./viewport/viewport-store";
import { dayLabel } from "./words";

export interface CandleChartHandle {
  /** Back to bars 1 to 90 and the fitted prices. */
  reset: () => void;
  /** The bars in view from foot to top, whatever levels there are. */
  fitBars: () => void;
  /** The chart as it is drawn now, with or without the line of filters; null before it has a size. */
  picture: (parts: { filters: boolean }) => ChartPicture | null;
}

interface Props extends Given {
  /** Whether a box says all of the bar that the pointer is on. */
  hasTooltip?: boolean;
  /** The part of the day to show, as an address names it; null is the whole. */
  place?: Viewport | null;
  /** Told of the view after it has rested for a while. */
  onPlace?: (view: Viewport) => void;
  /** Drawn over the candles, in `FrameContext`. */
  children?: ReactNode;
  ref?: Ref<CandleChartHandle>;
}

/** A trading day as candles: fills its parent, and is zoomed and panned by wheel, pointer and keys. */
export function CandleChart({ children, ref, hasTooltip = true, place, onPlace, ...what }: Props) {
  const stage = useRef<HTMLElement>(null);
  const [view] = useState(() => viewportStore(place ?? OPENING));
  const size = useSize(stage);
  const model = useModel(what, size);
  const plot = useMemo(() => size && plotOf(size.width, size.height), [size]);
  const drag = useDrag(plot, view);
  useWheel(stage, plot, view.move);
  useHandle(ref, model, view);
  useFollowed(model, view);
  usePlace(view, place ?? OPENING, onPlace);
  useWarnings(what.day);
  return (
    <section
      ref={stage}
      className={styles.chart}
      role="application"
      aria-roledescription="candlestick chart"
      aria-label={dayLabel(what.day)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys pan and zoom
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        const step = plot && keyMove(event, plot);
        if (!step) return;
        event.preventDefault();
        view.move(...step);
      }}
      onDoubleClick={(event) => plot && view.move(...doubleClickMove(plot, event))}
      {...drag}
    >
      {model && <Painted {...{ model, view }} />}
      {model && (
        <Framed {...{ model, view }}>
          {children}
          <Crosshair {...{ stage, hasTooltip }} signals={model.signals} lines={model.lines} />
        </Framed>
      )}
      {plot && <Axes {...plot} />}
    </section>
  );
}

/** What lies over the candles is told of every frame they are drawn in. */
function Framed({ model, view, children }: { model: DayModel; view: ViewportStore; children: ReactNode }) {
  const viewport = useSyncExternalStore(view.subscribe, view.now);
  const frame = useMemo(() => frameOf(model, viewport), [model, viewport]);
  return <FrameContext value={frame}>{children}</FrameContext>;
}

/** What a drag scales, by its cursor. */
function Axes({ left, top, width, height }: Rect) {
  return (
    <div aria-hidden="true">
      <i className={styles.priceAxis} style={{ left: 0, top, width: left, height }} />
      <i className={styles.priceAxis} style={{ left: left + width, top, right: 0, height }} />
      <i className={styles.barAxis} style={{ left, top: top + height, width, bottom: 0 }} />
    </div>
  );
}

function useHandle(ref: Ref<CandleChartHandle> | undefined, model: DayModel | null, view: ViewportStore) {
  useImperativeHandle(ref, () => ({
    reset: () => view.move(() => OPENING, RESET_MS),
    fitBars: () => model && view.move((from) => fittedToBars(from, model.day, model.fitted), RESET_MS),
    picture: ({ filters }) => {
      if (!model) return null;
      const frame = frameOf(model, view.now());
      const option = candleOption({ ...model, scale: frame, ...(!filters && { filters: null }) });
      return { ...pictureOf(option, frame.width, frame.height), frame };
    },
  }));
}

/** Zoomed prices follow the bars of another day before it is painted. */
function useFollowed(model: DayModel | null, view: ViewportStore) {
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!model) return;
    const { symbol, currentDate } = model.day.metadata;
    const next = `${symbol} ${currentDate}`;
    if (shown.current !== null && shown.current !== next)
      view.jump((from) => followed(from, model.day, model.fitted));
    shown.current = next;
  }, [model, view]);
}

const REST_MS = 300;

/** Goes where the address leads, and says where the view rests. */
function usePlace(view: ViewportStore, place: Viewport, onPlace: Props["onPlace"]) {
  const said = useRef(place);
  const say = useEffectEvent(() => {
    said.current = view.now();
    onPlace?.(said.current);
  });
  useEffect(() => {
    let timer = 0;
    const stop = view.subscribe(() => {
      clearTimeout(timer);
      timer = window.setTimeout(say, REST_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [view]);
  useEffect(() => {
    if (isNear(place, said.current)) return;
    said.current = place;
    view.move(() => place);
  }, [view, place]);
}

function useWarnings(day: ChartDay) {
  useEffect(() => {
    for (const warning of emaWarnings(day)) {
      // biome-ignore lint/suspicious/noConsole: odd data are logged for people who look into them
      console.warn(`${day.metadata.currentDate}: ${warning}`);
    }
  }, [day]);
}
