import type { CustomSeriesOption } from "echarts/charts";
import type { Scale } from "../viewport/frame";
import { candleOf } from "./candles";
import { emaSegments } from "./ema";
import { type Level, levelsOf } from "./levels";
import type { CandleModel } from "./option";
import { colorOf } from "./signals";
import { type ChartText, chartTexts } from "./texts";
import { priceTicks } from "./ticks";

type Render = NonNullable<CustomSeriesOption["renderItem"]>;
type Drawn = Exclude<ReturnType<Render>, null | undefined>;

/** Without quotes: ECharts writes it into an attribute as it is. */
const FONT = "Inter Variable, Inter, system-ui, sans-serif";
const EMA = { lineWidth: 2, opacity: 0.8 };
const DAY_BREAK = 0.5;
/** Beside a bar that is drawn the next ones are too, so that a moving view shows no empty edge. */
const BEYOND = 1;

/** One drawn thing for each entry of `items`; nothing where `draw` gives null. A `key` names an item for good. */
function series<Item extends object>(
  id: string,
  z: number,
  items: readonly Item[],
  draw: (item: Item) => Drawn | null,
) {
  return {
    id,
    type: "custom",
    silent: true,
    clip: true,
    z,
    data: items.map((item, i) => ({ value: [i, i], id: "key" in item ? item.key : i })),
    renderItem: ({ dataIndex }) => {
      const item = items[dataIndex];
      return item === undefined ? null : draw(item);
    },
  } satisfies CustomSeriesOption;
}

/** The plot's frame, a hairline at each labelled price, and the line between the two sessions. */
export function backdropSeries({ scale, theme }: CandleModel): CustomSeriesOption {
  const { plot } = scale;
  const right = plot.left + plot.width;
  const foot = plot.top + plot.height;
  const x = scale.xOf(DAY_BREAK);
  const lines = [
    ...priceTicks(scale).map((price) => [plot.left, scale.yOf(price), right, scale.yOf(price)] as const),
    [plot.left, foot, right, foot] as const,
    [plot.left, plot.top, plot.left, foot] as const,
    [x, plot.top, x, foot] as const,
  ];
  return series("backdrop", 0, lines, ([x1, y1, x2, y2]) => ({
    type: "line",
    shape: { x1, y1, x2, y2 },
    style: { stroke: theme.grid, lineWidth: 1, fill: "none" },
  }));
}

export function candleSeries({ day, scale, signals, colors, theme }: CandleModel): CustomSeriesOption {
  return series("candles", 2, day.bars, (bar) => {
    if (!isInView(bar.index, scale)) return null;
    const signal = signals.get(bar.index);
    const paint = { color: colorOf(signal, colors), hasSignal: signal !== undefined };
    const { wick, body, fill, stroke, outline } = candleOf(bar, paint, scale, theme);
    const { left: x, top: y, width, height } = body;
    return {
      type: "group",
      children: [
        {
          type: "line",
          shape: { x1: wick.x, y1: wick.top, x2: wick.x, y2: wick.bottom },
          style: { stroke, lineWidth: 1, fill: "none" },
        },
        {
          type: "rect",
          shape: { x: x + outline / 2, y, width: width - outline, height },
          style: { fill, ...(outline > 0 && { stroke, lineWidth: outline }) },
        },
      ],
    };
  });
}

export function emaSeries({ day, scale, emaColor }: CandleModel): CustomSeriesOption {
  return series("ema", 4, emaSegments(day), (segment) => ({
    type: "polyline",
    shape: { points: segment.map(([index, price]) => [scale.xOf(index), scale.yOf(price)]) },
    style: { ...EMA, stroke: emaColor, fill: "none" },
  }));
}

/** Reference levels, each in the colour and width of its settings. */
export function levelSeries(model: CandleModel): CustomSeriesOption {
  const { day, lines, scale, lineMs } = model;
  const drawn = series("levels", 3, levelsOf(day, lines, scale), (level) => levelLine(level, scale));
  return { ...drawn, animation: lineMs > 0, animationDuration: 0, animationDurationUpdate: lineMs };
}

/** The level's own width fills whole pixels: between two of them its colour would be a mixture. */
function levelLine({ key, y, width, color, dash }: Level, { plot }: Scale) {
  const middle = Math.round(y - width / 2) + width / 2;
  return {
    type: "line" as const,
    name: key,
    shape: { x1: plot.left, y1: middle, x2: plot.left + plot.width, y2: middle },
    style: {
      stroke: color,
      fill: "none",
      lineWidth: width,
      lineDash: dash.length === 0 ? ("solid" as const) : [...dash],
    },
    transition: ["shape" as const, "style" as const],
  };
}

/** Header, axis labels and the names of the levels. */
export function textSeries(model: CandleModel): CustomSeriesOption {
  const drawn = series("texts", 5, chartTexts(model), (entry: ChartText) => ({
    type: "text",
    x: entry.x,
    y: entry.y,
    style: {
      text: entry.text,
      fill: entry.color,
      font: `${entry.weight ?? 400} ${entry.size}px ${FONT}`,
      align: entry.align,
      verticalAlign: entry.verticalAlign ?? "middle",
      ...(entry.halo && { stroke: entry.halo, lineWidth: 3 }),
      ...(entry.width && { width: entry.width, overflow: "truncate" as const, ellipsis: "..." }),
    },
  }));
  return { ...drawn, clip: false };
}

function isInView(index: number, { bars }: Scale): boolean {
  return index >= bars.from - BEYOND && index <= bars.to + BEYOND;
}
