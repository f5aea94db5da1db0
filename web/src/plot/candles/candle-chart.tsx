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
import { FrameContext, type Frames } from "./viewport/frame-context";
import { fittedToBars, followed, plotOf } from "./viewport/scale";
import { useCorner } from "./viewport/use-corner";
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
  const corner = useCorner(stage, size);
  const drag = useDrag(plot, corner, view);
  useWheel(stage, plot, corner, view.move);
  useHandle(ref, model, view);
  const first = useFollowed(model, view);
  const frames = useFrames(model, view);
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
      onDoubleClick={(event) => plot && view.move(...doubleClickMove(plot, event, corner()))}
      {...drag}
    >
      {model && <Painted {...{ model, view, first }} />}
      {model && (
        <FrameContext value={frames}>
          {children}
          <Crosshair {...{ stage, corner, hasTooltip }} signals={model.signals} lines={model.lines} />
        </FrameContext>
      )}
      {plot && <Axes {...plot} />}
    </section>
  );
}

/** The frames of what lies over the candles: no change of view is a change of the page. */
function useFrames(model: DayModel | null, view: ViewportStore): Frames | null {
  return useMemo(() => {
    if (!model) return null;
    let frame = frameOf(model, view.now());
    let rested = frame;
    const now = () => {
      if (frame.viewport !== view.now()) frame = frameOf(model, view.now());
      return frame;
    };
    return {
      now,
      rested: () => {
        if (view.now() === view.goal()) rested = now();
        return rested;
      },
      subscribe: view.subscribe,
    };
  }, [model, view]);
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

/** The view in which a model is painted first: zoomed prices follow the bars of another day. */
function useFollowed(model: DayModel | null, view: ViewportStore): Viewport {
  const shown = useRef<DayModel | null>(null);
  const first = useMemo(
    () => (isOtherDay(shown.current, model) ? followed(view.goal(), model.day, model.fitted) : view.now()),
    [model, view],
  );
  useLayoutEffect(() => {
    if (isOtherDay(shown.current, model)) view.jump(() => first);
    shown.current = model ?? shown.current;
  }, [model, view, first]);
  return first;
}

function isOtherDay(before: DayModel | null, model: DayModel | null): model is DayModel {
  if (!before || !model) return false;
  const [old, next] = [before.day.metadata, model.day.metadata];
  return old.symbol !== next.symbol || old.currentDate !== next.currentDate;
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
