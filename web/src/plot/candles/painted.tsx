import { type EChartsType, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { useLayoutEffect, useMemo, useRef } from "react";
import EChart from "../echart";
import styles from "./candle-chart.module.css";
import { candleOption, resizeTo, zoomTo } from "./layers/option";
import { type DayModel, frameOf } from "./use-model";
import type { Viewport } from "./viewport/frame";
import type { ViewportStore } from "./viewport/viewport-store";

use([CanvasRenderer]);

interface Props {
  model: DayModel;
  view: ViewportStore;
  /** The view in which the model is painted first. */
  first: Viewport;
}

/** ECharts' drawing: the option is set once for what is drawn, then every view only moves its axes. */
export function Painted({ model, view, first }: Props) {
  const chart = useRef<EChartsType>(null);
  const drawn = useRef(first);
  const option = useMemo(() => candleOption({ ...model, scale: frameOf(model, first) }), [model, first]);
  const { width, height } = model;
  useLayoutEffect(() => {
    const drawn = chart.current;
    if (!drawn || (drawn.getWidth() === width && drawn.getHeight() === height)) return;
    resizeTo(drawn, { width, height });
  }, [width, height]);
  useLayoutEffect(() => {
    drawn.current = first;
    return view.subscribe(() => {
      if (!chart.current || drawn.current === view.now()) return;
      drawn.current = view.now();
      zoomTo(chart.current, frameOf(model, drawn.current));
    });
  }, [model, view, first]);
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
