import type { EChartsType } from "echarts/core";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { LineSettings } from "@/features/lines/state/line-settings";
import type { SignalColors } from "@/features/signals/state/ama-settings";
import EChart from "../echart";
import styles from "./candle-chart.module.css";
import { Crosshair } from "./crosshair";
import type { ChartDay } from "./day";
import { emaWarnings } from "./layers/ema";
import { candleOption } from "./layers/option";
import { pictureOf } from "./picture";
import { type Drawing, useDrawing } from "./use-drawing";
import type { ChartPicture } from "./viewport/frame";
import { FrameContext } from "./viewport/frame-context";
import { keyMove, useDrag, useWheel } from "./viewport/use-gestures";
import { useSize } from "./viewport/use-size";
import { type Move, RESET_MS, useViewport } from "./viewport/use-viewport";
import { OPENING } from "./viewport/viewport";
import { dayLabel } from "./words";

export interface CandleChartHandle {
  /** Back to bars 1 to 90 and the fitted prices. */
  reset: () => void;
  /** The chart as it is drawn now, with or without the line of filters; null before it has a size. */
  picture: (parts: { filters: boolean }) => ChartPicture | null;
}

interface Props {
  day: ChartDay;
  /** Whether bars are painted by their signals. */
  signalsOn: boolean;
  colors: SignalColors;
  emaColor: string;
  lines: LineSettings;
  /** The active filters, one text each. */
  filters: readonly string[];
  /** Drawn over the candles, in `FrameContext`. */
  children?: ReactNode;
  ref?: Ref<CandleChartHandle>;
}

/** A trading day as candles: fills its parent, and is zoomed and panned by wheel, pointer and keys. */
export function CandleChart({ children, ref, ...what }: Props) {
  const stage = useRef<HTMLElement>(null);
  const size = useSize(stage);
  const [shown, move] = useViewport();
  const drawing = useDrawing({ ...what, shown, size });
  const plot = drawing?.frame.plot ?? null;
  const drag = useDrag(plot, move);
  useWheel(stage, plot, move);
  useHandle(ref, drawing, move);
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
        move(...step);
      }}
      onDoubleClick={() => move(() => OPENING, RESET_MS)}
      {...drag}
    >
      {drawing && (
        <FrameContext value={drawing.frame}>
          <Painted drawing={drawing} />
          {children}
          <Crosshair frame={drawing.frame} stage={stage} signals={drawing.signals} lines={what.lines} />
        </FrameContext>
      )}
    </section>
  );
}

/** ECharts' drawing, at once on every change, so that nothing over it runs ahead. */
function Painted({ drawing: { option, frame } }: { drawing: Drawing }) {
  const chart = useRef<EChartsType>(null);
  const { width, height } = frame;
  useLayoutEffect(() => {
    const drawn = chart.current;
    if (drawn && (drawn.getWidth() !== width || drawn.getHeight() !== height))
      drawn.resize({ width, height });
    drawn?.getZr().flush();
  });
  return (
    <div className={styles.drawing} aria-hidden="true">
      <EChart
        option={option}
        inPlace
        onReady={(ready) => {
          chart.current = ready;
        }}
      />
    </div>
  );
}

function useHandle(ref: Ref<CandleChartHandle> | undefined, drawing: Drawing | null, move: Move) {
  useImperativeHandle(ref, () => ({
    reset: () => move(() => OPENING, RESET_MS),
    picture: ({ filters }) => {
      if (!drawing) return null;
      const { frame, model } = drawing;
      const option = filters ? drawing.option : candleOption({ ...model, filters: null });
      return { ...pictureOf(option, frame.width, frame.height), frame };
    },
  }));
}

function useWarnings(day: ChartDay) {
  useEffect(() => {
    for (const warning of emaWarnings(day)) {
      // biome-ignore lint/suspicious/noConsole: what is odd about the data is for whoever looks into it
      console.warn(`${day.metadata.currentDate}: ${warning}`);
    }
  }, [day]);
}
