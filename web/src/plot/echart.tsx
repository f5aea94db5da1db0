import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, MarkAreaComponent, TooltipComponent } from "echarts/components";
import { dispose, type EChartsCoreOption, type EChartsType, getInstanceByDom, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import EChartsReactCore from "echarts-for-react/esm/core";

use([BarChart, LineChart, GridComponent, MarkAreaComponent, TooltipComponent, SVGRenderer]);

const ECHARTS = { init, dispose, getInstanceByDom };
const SVG = { renderer: "svg" } as const;
const CANVAS = { renderer: "canvas" } as const;
const FILL = { height: "100%" };
const REPLACED = { replaceMerge: ["series"], lazyUpdate: true };
/** Series have ids and are drawn at once; the code that moves the drawing also sizes it. */
const IN_PLACE = { replaceMerge: ["series"], autoResize: false };

interface Props {
  option: EChartsCoreOption;
  /** For drawings that change with every frame: on a canvas; the caller registers its renderer. */
  inPlace?: boolean;
  onReady?: (chart: EChartsType) => void;
}

/** The page's only door to ECharts: fills its parent with the drawing of an option. */
export default function EChart({ option, inPlace = false, onReady }: Props) {
  const way = inPlace ? IN_PLACE : REPLACED;
  return (
    <EChartsReactCore
      echarts={ECHARTS}
      option={option}
      opts={inPlace ? CANVAS : SVG}
      style={FILL}
      {...way}
      {...(onReady && { onChartReady: onReady })}
    />
  );
}

/** The drawing of an option as an SVG document, `width` by `height` pixels. */
export function svgOf(option: EChartsCoreOption, width: number, height: number): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption(option);
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
