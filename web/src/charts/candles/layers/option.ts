import type { CustomSeriesOption } from "echarts/charts";
import type { GridComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import type { LineSettings } from "@/features/lines/state/line-settings";
import type { SignalColors } from "@/features/signals/state/ama-settings";
import type { ChartDay } from "../day";
import type { ChartTheme } from "../theme";
import type { Scale } from "../viewport/frame";
import { backdropSeries, candleSeries, emaSeries, levelSeries, textSeries } from "./series";
import type { BarSignal } from "./signals";

export type CandleOption = ComposeOption<CustomSeriesOption | GridComponentOption>;

/** All a drawing depends on; sizes in pixels, `lineMs` the time in which reference lines go to new places. */
export interface CandleModel {
  day: ChartDay;
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

/** The drawing of a day. Its parts are custom series over two plain axes, so that each is where `scale` says. */
export function candleOption(model: CandleModel): CandleOption {
  const { scale, width, height } = model;
  const { plot, bars, prices } = scale;
  const { left, top } = plot;
  return {
    animation: false,
    backgroundColor: model.theme.surface,
    grid: {
      left,
      top,
      right: width - left - plot.width,
      bottom: height - top - plot.height,
      outerBoundsMode: "none",
    },
    xAxis: { type: "value", show: false, min: bars.from, max: bars.to },
    yAxis: { type: "value", show: false, min: prices.from, max: prices.to },
    series: [
      backdropSeries(model),
      candleSeries(model),
      levelSeries(model),
      emaSeries(model),
      textSeries(model),
    ],
  };
}
