import type { BarSeriesOption, LineSeriesOption } from "echarts/charts";
import type { GridComponentOption, TooltipComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import { scaleOf } from "./scale";

/**
 * Colours of the drawings as the theme's CSS variables: an SVG follows a change of theme without being drawn again.
 * Matched days wear the colour of data; the other days are neutral and dotted, so colour is never the only difference.
 */
export const PALETTE = {
  matched: "var(--mui-palette-data-main)",
  matchedHover: "var(--mui-palette-data-dark)",
  others: "var(--mui-palette-text-secondary)",
  band: "var(--mui-palette-subtle)",
  surface: "var(--mui-palette-background-paper)",
  line: "var(--mui-palette-divider)",
  ink: "var(--mui-palette-text-primary)",
} as const;

/** One column: its height, and what a pointer over it reads (lines parted by a line feed). */
export interface Column {
  value: number;
  text: string;
  /** The bar whose days a click opens: as the module names it, and as a person does. */
  opens?: { place: string; label: string } | undefined;
}

/** A distribution: matched days as columns, the other days as a dotted line on the same bins and scale. */
export interface ColumnsModel {
  columns: readonly Column[];
  others: readonly number[] | null;
  /** What the values are, where they are no counts. */
  unit?: "%";
  /** Faint bands behind the columns, as the edges between which they lie; edge i is left of column i. */
  bands?: readonly (readonly [number, number])[];
}

export type ColumnsOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption
>;

const HIDDEN_AXIS = { show: false } as const;

/** The drawing of a distribution; axes are text around it. */
export function columnsOption(model: ColumnsModel): ColumnsOption {
  const { columns, others, bands = [] } = model;
  return {
    animation: false,
    grid: { left: 0, right: 0, top: 2, bottom: 0 },
    tooltip: TOOLTIP,
    xAxis: [
      { ...HIDDEN_AXIS, type: "category", data: columns.map((_, index) => String(index)) },
      { ...HIDDEN_AXIS, type: "value", min: 0, max: columns.length },
    ],
    yAxis: { ...HIDDEN_AXIS, type: "value", min: 0, max: scaleOf(model).top },
    series: [
      matchedSeries(columns),
      ...(others === null ? [] : [othersSeries(others)]),
      ...(bands.length === 0 ? [] : [bandSeries(bands)]),
    ],
  };
}

/** Above the drawing, over the pointer, not beyond the drawing's sides: a card's neighbours stay readable. */
export function abovePointer(
  [x]: [number, number],
  _params: unknown,
  _element: unknown,
  _rect: unknown,
  { contentSize: [width, height], viewSize }: Record<"contentSize" | "viewSize", [number, number]>,
): [number, number] {
  return [Math.max(0, Math.min(x - width / 2, viewSize[0] - width)), -height - 4];
}

function matchedSeries(columns: readonly Column[]): BarSeriesOption {
  return {
    type: "bar",
    data: columns.map(({ value, text }) => ({ value, name: text })),
    barCategoryGap: columns.length > 40 ? "20%" : "8%",
    itemStyle: { color: PALETTE.matched },
    emphasis: { itemStyle: { color: PALETTE.matchedHover } },
    z: 2,
  };
}

function othersSeries(others: readonly number[]): LineSeriesOption {
  return {
    type: "line",
    data: [...others],
    symbol: "none",
    silent: true,
    lineStyle: { color: PALETTE.others, width: 1.25, type: [1.5, 2.5] },
    tooltip: { show: false },
    z: 3,
  };
}

function bandSeries(bands: readonly (readonly [number, number])[]): LineSeriesOption {
  return {
    type: "line",
    data: [],
    xAxisIndex: 1,
    silent: true,
    markArea: {
      silent: true,
      itemStyle: { color: PALETTE.band, opacity: 0.7 },
      data: bands.map(([from, to]) => [{ xAxis: from }, { xAxis: to }]),
    },
    z: 0,
  };
}

const TOOLTIP: TooltipComponentOption = {
  trigger: "axis",
  formatter: "{b}",
  appendTo: "body",
  position: abovePointer,
  transitionDuration: 0,
  axisPointer: { type: "shadow", shadowStyle: { color: PALETTE.others, opacity: 0.14 }, animation: false },
  backgroundColor: PALETTE.surface,
  borderColor: PALETTE.line,
  borderWidth: 1,
  padding: [6, 8],
  textStyle: { color: PALETTE.ink, fontSize: 12, fontFamily: "inherit" },
  extraCssText:
    "white-space: pre-line; max-width: 244px; border-radius: 7px; box-shadow: none; font-variant-numeric: tabular-nums;",
};
