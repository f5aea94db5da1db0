import type { CustomSeriesOption } from "echarts/charts";
import { type ComposeOption, type EChartsType, registerAction } from "echarts/core";
import type { LineSettings } from "@/features/lines/state/line-settings";
import type { SignalColors } from "@/features/signals/state/ama-settings";
import type { ChartDay } from "../day";
import type { ChartTheme } from "../theme";
import type { Scale } from "../viewport/frame";
import { backdropSeries, candleSeries, emaSeries, levelSeries, type ScaleNow, textSeries } from "./series";
import type { BarSignal } from "./signals";

export type CandleOption = ComposeOption<CustomSeriesOption>;

/** All a drawing depends on; sizes in pixels, `lineMs` the time in which reference lines go to new places. */
export interface CandleModel {
  day: ChartDay;
  /** The part of the day that is in view. */
  scale: Scale;
  width: number;
  height: number;
  /** By bar index; empty while signals are off. */
  signals: ReadonlyMap<number, BarSignal>;
  colors: SignalColors;
  emaColor: string;
  lines: LineSettings;
  /** The active filters, one text each; null leaves their line out. */
  filters: readonly string[] | null;
  theme: ChartTheme;
  lineMs: number;
}

/** All but the part in view. */
export type DrawnModel = Omit<CandleModel, "scale">;

/** The drawing of a day in the scale that `scaleNow` has whenever it is drawn. */
export function candleOption(model: DrawnModel, scaleNow: ScaleNow): CandleOption {
  return {
    animation: false,
    backgroundColor: model.theme.surface,
    series: [
      backdropSeries(model, scaleNow),
      candleSeries(model, scaleNow),
      levelSeries(model, scaleNow),
      emaSeries(model, scaleNow),
      textSeries(model, scaleNow),
    ],
  };
}

const REDRAW = "redrawInScale";

registerAction({ type: REDRAW, update: "updateTransform" }, () => undefined);

/** Draws the series anew, at once: lines that stand still do not move on their way. */
export function redraw(chart: EChartsType) {
  chart.dispatchAction({ type: REDRAW, animation: { duration: 0 } }, { silent: true, flush: true });
}
