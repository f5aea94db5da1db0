import type { LineSeriesOption } from "echarts/charts";
import type { CurvePoint } from "@/api/generated";
import { type ColumnsOption, PALETTE } from "@/plot/columns";
import { coinOf } from "@/question/figures/coin";
import type { Span } from "./scale";

type Range = Pick<Span, "min" | "max">;

const UNSEEN = { show: false, type: "value" } as const;

/** The drawing of a curve: the rate, its band and the coin's; axes, lines of reference and the cut lie over it. */
export function curveOption(points: readonly CurvePoint[], values: Range, percents: Range): ColumnsOption {
  const limits = points.flatMap(({ value, occurrence, confidence_interval: { lower, upper } }) => ({
    value,
    lower: 100 * (lower ?? occurrence),
    upper: 100 * (upper ?? occurrence),
  }));
  const coins = points.map(({ value, coin }) => [value, 100 * (coinOf(coin)?.occurrence ?? Number.NaN)]);
  return {
    animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: { ...UNSEEN, min: values.min, max: values.max },
    yAxis: { ...UNSEEN, min: percents.min, max: percents.max },
    series: [
      line(
        "low",
        limits.map(({ value, lower }) => [value, lower]),
        { lineStyle: { width: 0 }, stack: "band" },
      ),
      line(
        "band",
        limits.map(({ value, lower, upper }) => [value, upper - lower]),
        {
          ...{ lineStyle: { width: 0 }, stack: "band", stackStrategy: "all" },
          areaStyle: { color: PALETTE.matched, opacity: 0.16 },
        },
      ),
      line("coin", coins, { lineStyle: { color: PALETTE.others, width: 1, type: [4, 3] } }),
      line(
        "rate",
        points.map(({ value, occurrence }) => [value, 100 * occurrence]),
        {
          lineStyle: { color: PALETTE.matched, width: 2 },
        },
      ),
    ],
  };
}

function line(id: string, data: number[][], look: Partial<LineSeriesOption>): LineSeriesOption {
  const isAlone = data.length === 1 && id === "rate";
  return {
    ...{ id, type: "line", data, silent: true, clip: false, showSymbol: isAlone },
    ...{ itemStyle: { color: PALETTE.matched }, ...look },
  };
}
