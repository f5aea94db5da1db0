import { CustomChart } from "echarts/charts";
import { DataZoomInsideComponent } from "echarts/components";
import { use } from "echarts/core";
import { svgOf } from "../echart";
import type { CandleOption } from "./layers/option";
import type { ChartPicture } from "./viewport/frame";

use([CustomChart, DataZoomInsideComponent]);

/** The drawing as a document of its own; no element of the page is needed. */
export function pictureOf(option: CandleOption, width: number, height: number): Omit<ChartPicture, "frame"> {
  return { width, height, svg: svgOf(option, width, height) };
}
