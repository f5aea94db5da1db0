import { type EChartsType, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { useLayoutEffect, useMemo, useRef } from "react";
import EChart from "../echart";
import styles from "./candle-chart.module.css";
import { candleOption, resizeTo, zoomTo } from "./layers/option";
import { type DayModel, frameOf } from "./use-model";
import type { ViewportStore } from "./viewport/viewport-store";

use([CanvasRenderer]);

/** ECharts' drawing: the option is set once for what is drawn, then every view only moves its axes. */
export function Painted({ model, view }: { model: DayModel; view: ViewportStore }) {
  const chart = useRef<EChartsType>(null);
  const option = useMemo(() => candleOption({ ...model, scale: frameOf(model, view.now()) }), [model, view]);
  const { width, height } = model;
  useLayoutEffect(() => {
    const drawn = chart.current;
    if (!drawn || (drawn.getWidth() === width && drawn.getHeight() === height)) return;
    resizeTo(drawn, { width, height });
  }, [width, height]);
  // A view that jumps to another day's bars does so after this effect and before the paint.
  useLayoutEffect(() => {
    const follow = () => chart.current && zoomTo(chart.current, frameOf(model, view.now()));
    return view.subscribe(follow);
  }, [model, view]);
  return (
    <div className={styles.drawing} aria-hidden="true">
      <EChart
        option={option}
        inPlace
        onReady={(ready) => {
          chart.current = ready;
          zoomTo(ready, frameOf(model, view.now()));
        }}
      />
    </div>
  );
}
