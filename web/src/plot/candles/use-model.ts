import { useMemo } from "react";
import type { SignalColors } from "../settings/ama-settings";
import type { LineSettings } from "../settings/line-settings";
import type { ChartDay } from "./day";
import type { CandleModel } from "./layers/option";
import { type BarSignal, signalsByIndex } from "./layers/signals";
import { useChartTheme } from "./use-chart-theme";
import type { ChartFrame, Viewport } from "./viewport/frame";
import { fittedPrices, plotOf, scaleOf } from "./viewport/scale";
import type { Size } from "./viewport/use-size";
import { motionMs } from "./viewport/viewport-store";

/** Lines take this time to new places and colours, and none while the view moves them. */
const LINE_MS = 300;

/** What is drawn, whatever part of it is in view. */
export type DayModel = Omit<CandleModel, "scale" | "filters"> & { filters: readonly string[] };

export interface Given {
  day: ChartDay;
  /** Whether bars are painted by their signals. */
  signalsOn: boolean;
  colors: SignalColors;
  emaColor: string;
  lines: LineSettings;
  /** The active filters, one text each. */
  filters: readonly string[];
}

const UNPAINTED: ReadonlyMap<number, BarSignal> = new Map();

/** What is to be drawn; null while there is no room. */
export function useModel(given: Given, size: Size | null): DayModel | null {
  const { day, signalsOn, colors, emaColor, lines, filters } = given;
  const theme = useChartTheme();
  const signals = useMemo(() => (signalsOn ? signalsByIndex(day) : UNPAINTED), [day, signalsOn]);
  const fitted = useMemo(() => fittedPrices(day, lines), [day, lines]);
  return useMemo(() => {
    const lineMs = motionMs(LINE_MS);
    return size && { day, ...size, fitted, signals, colors, emaColor, lines, filters, theme, lineMs };
  }, [day, size, fitted, signals, colors, emaColor, lines, filters, theme]);
}

/** The frame in which a view of the day is drawn. */
export function frameOf({ day, width, height, fitted }: DayModel, viewport: Viewport): ChartFrame {
  return { ...scaleOf(viewport, plotOf(width, height), fitted), day, viewport, width, height };
}
