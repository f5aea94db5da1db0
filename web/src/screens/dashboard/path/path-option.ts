import type { LineSeriesOption } from "echarts/charts";
import type { PathQuantiles } from "@/api/generated";
import { type ColumnsOption, PALETTE } from "@/plot/columns";
import { closing } from "@/question/as-of";
import { BARS, signedPercent } from "./words";

export const INSETS = { left: 48, right: 12, top: 8, bottom: 24 };
/** The full hours of a session, as bars. */
const HOURS = [6, 18, 30, 42, 54, 66, 78];

/** What is drawn: the matched days as a fan, the other days and a coin as lines. */
export interface Paths {
  matched: PathQuantiles;
  others: PathQuantiles | null;
  coin: PathQuantiles | null;
}

type Look = NonNullable<LineSeriesOption["lineStyle"]>;

const OTHERS: Look = { color: PALETTE.others, type: [1.5, 2.5] };
const COIN: Look = { color: PALETTE.others, type: [7, 4] };

/** The drawing of paths in percent of ADR10 over a session's 81 bars; every day begins at its open, which is 0. */
export function pathOption({ matched, others, coin }: Paths): ColumnsOption {
  return {
    animation: false,
    grid: { ...INSETS, containLabel: false },
    xAxis: {
      ...{ type: "value", min: 0, max: BARS },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { ...LABEL, customValues: HOURS, formatter: closing, hideOverlap: true },
    },
    yAxis: {
      type: "value",
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: PALETTE.line } },
      axisLabel: { ...LABEL, formatter: (value: number) => signedPercent(value / 100, 0) },
    },
    series: [
      ...fan(matched),
      ...(others ? lines("others", others, OTHERS) : []),
      ...(coin ? lines("coin", coin, COIN) : []),
      line("matched p50", matched.p50, { color: PALETTE.matched, width: 2.5 }),
    ],
  };
}

const LABEL = { color: "var(--mui-palette-muted)", fontSize: 12, fontFamily: "inherit" };

/** The middle eight tenths of the days, and the middle half of them, as bands on top of each other. */
function fan({ p10, p25, p75, p90 }: PathQuantiles): LineSeriesOption[] {
  const layer = (id: string, from: number[] | null, to: number[], opacity: number): LineSeriesOption => ({
    ...line(
      id,
      to.map((value, at) => value - (from?.[at] ?? 0)),
      { width: 0 },
    ),
    ...{ stack: "fan", stackStrategy: "all" },
    areaStyle: { color: PALETTE.matched, opacity, origin: "start" },
  });
  return [
    { ...layer("p10", null, p10, 0), areaStyle: { opacity: 0 } },
    layer("p10 to p25", p10, p25, 0.14),
    layer("p25 to p75", p25, p75, 0.3),
    layer("p75 to p90", p75, p90, 0.14),
  ];
}

/** The median, and thinner the quartiles. */
function lines(name: string, { p25, p50, p75 }: PathQuantiles, look: Look): LineSeriesOption[] {
  return [
    line(`${name} p50`, p50, { ...look, width: 1.75 }),
    line(`${name} p25`, p25, { ...look, width: 1, opacity: 0.7 }),
    line(`${name} p75`, p75, { ...look, width: 1, opacity: 0.7 }),
  ];
}

/** A line from the open, where each day is at 0, over the closes of its bars. */
function line(id: string, values: readonly number[], lineStyle: Look): LineSeriesOption {
  const data = [0, ...values].map((value, bar) => [bar, 100 * value]);
  return { id, type: "line", data, silent: true, symbol: "none", lineStyle, clip: false };
}
