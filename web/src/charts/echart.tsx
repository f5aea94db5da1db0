import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, MarkAreaComponent, TooltipComponent } from "echarts/components";
import { dispose, getInstanceByDom, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import EChartsReactCore from "echarts-for-react/esm/core";
import type { ColumnsOption } from "./columns";

use([BarChart, LineChart, GridComponent, MarkAreaComponent, TooltipComponent, SVGRenderer]);

const ECHARTS = { init, dispose, getInstanceByDom };
const OPTIONS = { renderer: "svg" } as const;
const FILL = { height: "100%" };

/** The page's only door to ECharts: fills its parent with the drawing of an option. */
export default function EChart({ option }: { option: ColumnsOption }) {
  return (
    <EChartsReactCore
      echarts={ECHARTS}
      option={option}
      opts={OPTIONS}
      style={FILL}
      replaceMerge="series"
      lazyUpdate
    />
  );
}
