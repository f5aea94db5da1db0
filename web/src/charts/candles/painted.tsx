import { type EChartsType, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import EChart from "../echart";
import styles from "./candle-chart.module.css";
import { candleOption, redraw } from "./layers/option";
import { type DayModel, frameOf } from "./use-model";
import type { ViewportStore } from "./viewport/viewport-store";

use([CanvasRenderer]);

/** ECharts' drawing: the option is set once for what is drawn, then drawn anew in the scale of every view. */
export function Painted({ model, view }: { model: DayModel; view: ViewportStore }) {
  const chart = useRef<EChartsType>(null);
  const option = useMemo(() => candleOption(model, () => frameOf(model, view.now())), [model, view]);
  const { width, height } = model;
  useLayoutEffect(() => {
    const drawn = chart.current;
    if (!drawn || (drawn.getWidth() === width && drawn.getHeight() === height)) return;
    drawn.resize({ width, height });
    drawn.getZr().flush();
  }, [width, height]);
  useEffect(() => view.subscribe(() => chart.current && redraw(chart.current)), [view]);
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
