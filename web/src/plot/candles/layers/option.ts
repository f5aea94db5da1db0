import type { CustomSeriesOption, LineSeriesOption } from "echarts/charts";
import type { DataZoomComponentOption, GridComponentOption } from "echarts/components";
import type { ComposeOption, EChartsType } from "echarts/core";
import type { SignalColors } from "../../settings/ama-settings";
import type { LineSettings } from "../../settings/line-settings";
import type { ChartDay } from "../day";
import type { ChartTheme } from "../theme";
import type { Scale, Span } from "../viewport/frame";
import { lengthOf, REACH } from "../viewport/viewport";
import { backdropSeries, candleSeries, emaSeries, levelSeries, textSeries } from "./series";
import type { BarSignal } from "./signals";

export type CandleOption = ComposeOption<
  CustomSeriesOption | LineSeriesOption | GridComponentOption | DataZoomComponentOption
>;

/** All a drawing depends on; sizes in pixels, `lineMs` the time in which reference lines go to new places. */
export interface CandleModel {
  day: ChartDay;
  /** The part of the day that is in view. */
  scale: Scale;
  /** Prices at the foot and top of the chart at rest. */
  fitted: Span;
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

/** The drawing of a day over two hidden axes; `zoomTo` moves what they show. */
export function candleOption(model: CandleModel): CandleOption {
  const { scale, fitted, width, height } = model;
  const { left, top, ...plot } = scale.plot;
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
    xAxis: { type: "value", show: false, min: REACH.x.from, max: REACH.x.to },
    yAxis: {
      type: "value",
      show: false,
      min: fitted.from + REACH.y.from * lengthOf(fitted),
      max: fitted.from + REACH.y.to * lengthOf(fitted),
    },
    dataZoom: windowsOf(scale).map(({ dataZoomId: id, ...window }) => ({
      ...window,
      id,
      ...(id === "bars" ? { xAxisIndex: 0 } : { yAxisIndex: 0 }),
      type: "inside",
      disabled: true,
      filterMode: "none",
    })),
    series: [
      backdropSeries(model),
      candleSeries(model),
      levelSeries(model),
      emaSeries(model),
      textSeries(model),
    ],
  };
}

/** Draws every layer at another size, at once. */
export function resizeTo(chart: EChartsType, size: { width: number; height: number }) {
  endTransitions(chart);
  chart.resize(size);
  chart.getZr().flush();
}

/** Shows another part of the day, at once: fixed lines do not move. */
export function zoomTo(chart: EChartsType, scale: Scale) {
  endTransitions(chart);
  const action = { type: "dataZoom", batch: windowsOf(scale), animation: { duration: 0 } };
  chart.dispatchAction(action, { silent: true, flush: true });
}

/** ECharts draws without animation but lets one that runs go on to its old end: lines would go back there. */
function endTransitions(chart: EChartsType) {
  chart.getZr().storage.traverse((element) => void element.stopAnimation());
}

function windowsOf({ bars, prices }: Scale) {
  return [
    { dataZoomId: "bars", startValue: bars.from, endValue: bars.to },
    { dataZoomId: "prices", startValue: prices.from, endValue: prices.to },
  ];
}
