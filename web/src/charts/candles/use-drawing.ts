import { useMemo } from "react";
import type { LineSettings } from "@/features/lines/state/line-settings";
import type { SignalColors } from "@/features/signals/state/ama-settings";
import type { ChartDay } from "./day";
import { type CandleModel, type CandleOption, candleOption } from "./layers/option";
import { type BarSignal, signalsByIndex } from "./layers/signals";
import { useChartTheme } from "./use-chart-theme";
import type { ChartFrame, Viewport } from "./viewport/frame";
import { fittedPrices, plotOf, scaleOf } from "./viewport/scale";
import type { Size } from "./viewport/use-size";
import { motionMs, type Shown } from "./viewport/use-viewport";

/** Lines take this time to new places and colours, and none while the view moves them. */
export const LINE_MS = 300;

export interface Drawing {
  frame: ChartFrame;
  model: CandleModel;
  option: CandleOption;
  signals: ReadonlyMap<number, BarSignal>;
}

interface Given {
  day: ChartDay;
  signalsOn: boolean;
  colors: SignalColors;
  emaColor: string;
  lines: LineSettings;
  filters: readonly string[];
  shown: Shown;
  size: Size | null;
}

const UNPAINTED: ReadonlyMap<number, BarSignal> = new Map();

/** Frame and option of what is to be drawn; null while there is no room. */
export function useDrawing({ day, signalsOn, shown, size, ...look }: Given): Drawing | null {
  const theme = useChartTheme();
  const signals = useMemo(() => (signalsOn ? signalsByIndex(day) : UNPAINTED), [day, signalsOn]);
  const frame = useFrame(day, shown.view, size);
  const lineMs = shown.isMoving ? 0 : motionMs(LINE_MS);
  const { colors, emaColor, lines, filters } = look;
  return useMemo(() => {
    if (!frame) return null;
    const { width, height } = frame;
    const model = {
      day,
      scale: frame,
      width,
      height,
      signals,
      colors,
      emaColor,
      lines,
      filters,
      theme,
      lineMs,
    };
    return { frame, model, option: candleOption(model), signals };
  }, [day, frame, signals, colors, emaColor, lines, filters, theme, lineMs]);
}

function useFrame(day: ChartDay, viewport: Viewport, size: Size | null): ChartFrame | null {
  const fitted = useMemo(() => fittedPrices(day), [day]);
  return useMemo(() => {
    if (!size) return null;
    const scale = scaleOf(viewport, plotOf(size.width, size.height), fitted);
    return { ...scale, ...size, day, viewport };
  }, [day, viewport, size, fitted]);
}
