import type { CustomSeriesOption, LineSeriesOption } from "echarts/charts";
import type { Scale } from "../viewport/frame";
import { linearScale } from "../viewport/scale";
import { candleOf } from "./candles";
import { emaSegments } from "./ema";
import { type Level, levelsOf } from "./levels";
import type { CandleModel } from "./option";
import { boxesShape, linesShape } from "./shapes";
import { colorOf } from "./signals";
import { type ChartText, chartTexts } from "./texts";
import { priceTicks } from "./ticks";

type Render = NonNullable<CustomSeriesOption["renderItem"]>;
type Drawn = Exclude<ReturnType<Render>, null | undefined>;
type Part = { type: string };

/** Without quotes: ECharts writes it into an attribute as it is. */
const FONT = "Inter Variable, Inter, system-ui, sans-serif";
const DAY_BREAK = 0.5;
/** Beside a bar that is drawn the next ones are too, so that a moving view shows no empty edge. */
const BEYOND = 1;

/** One item; what it draws comes from the scale that the axes have in this frame. */
function series(id: string, z: number, draw: (scale: Scale) => Part): CustomSeriesOption {
  return {
    id,
    type: "custom",
    silent: true,
    clip: true,
    z,
    data: [{ id, value: [0, 0] }],
    renderItem: (params, api) => draw(scaleOfAxes(params, api)) as Drawn,
  };
}

function group(children: Part[]): Part {
  return { type: "group", children } as Part;
}

/** Bars and prices to pixels as the two axes say it now. */
function scaleOfAxes({ coordSys }: Parameters<Render>[0], api: Parameters<Render>[1]): Scale {
  const {
    x: left,
    y: top,
    width,
    height,
  } = coordSys as unknown as Record<"x" | "y" | "width" | "height", number>;
  const [x = 0, y = 0] = api.coord([0, 0]);
  const [perBar = 1, perPoint = 1] = (api.size?.([1, 1]) ?? []) as number[];
  const bar = (left - x) / perBar;
  const price = (y - top - height) / perPoint;
  return linearScale(
    { left, top, width, height },
    { from: bar, to: bar + width / perBar },
    { from: price, to: price + height / perPoint },
  );
}

/** The plot's frame, a hairline at each labelled price, and the line between the two sessions. */
export function backdropSeries({ theme }: CandleModel): CustomSeriesOption {
  return series("backdrop", 0, (scale) => {
    const { plot } = scale;
    const right = plot.left + plot.width;
    const foot = plot.top + plot.height;
    const x = scale.xOf(DAY_BREAK);
    const lines = [
      ...priceTicks(scale).flatMap((price) => [plot.left, scale.yOf(price), right, scale.yOf(price)]),
      ...[plot.left, foot, right, foot],
      ...[plot.left, plot.top, plot.left, foot],
      ...[x, plot.top, x, foot],
    ];
    return linesShape(lines, theme.grid);
  });
}

/** Wicks by their colour, bodies by their look. */
export function candleSeries({ day, signals, colors, theme }: CandleModel): CustomSeriesOption {
  return series("candles", 2, (scale) => {
    const wicks = new Map<string, number[]>();
    const bodies = new Map<
      string,
      { of: number[]; style: { fill: string; stroke?: string; lineWidth?: number } }
    >();
    for (const bar of day.bars) {
      if (!isInView(bar.index, scale)) continue;
      const signal = signals.get(bar.index);
      const paint = { color: colorOf(signal, colors), hasSignal: signal !== undefined };
      const { wick, body, fill, stroke, outline } = candleOf(bar, paint, scale, theme);
      placed(wicks, stroke, () => []).push(wick.x, wick.top, wick.x, wick.bottom);
      placed(bodies, `${fill} ${stroke} ${outline}`, () => ({
        of: [],
        style: { fill, ...(outline > 0 && { stroke, lineWidth: outline }) },
      })).of.push(body.left + outline / 2, body.top, body.width - outline, body.height);
    }
    return group([
      ...[...wicks].map(([stroke, of]) => linesShape(of, stroke)),
      ...[...bodies.values()].map(({ of, style }) => boxesShape(of, style)),
    ]);
  });
}

/** The entry of a map, made where there is none. */
function placed<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

export function emaSeries({ day, emaColor }: CandleModel): LineSeriesOption {
  return {
    id: "ema",
    type: "line",
    silent: true,
    z: 4,
    showSymbol: false,
    lineStyle: { color: emaColor, width: 2, opacity: 0.8 },
    data: emaSegments(day).flatMap((segment) => [...segment, ["-", "-"]]) as [number, number][],
  };
}

/** Reference levels, each in the colour and width of its settings. */
export function levelSeries({ day, lines, lineMs }: CandleModel): CustomSeriesOption {
  const draw = (scale: Scale) => {
    const children = levelsOf(day, lines, scale).map((level) => levelLine(level, scale));
    return { type: "group", diffChildrenByName: true, children };
  };
  return {
    ...series("levels", 3, draw),
    animation: lineMs > 0,
    animationDuration: 0,
    animationDurationUpdate: lineMs,
  };
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
  const draw = (scale: Scale) => group(chartTexts({ ...model, scale }).map(textShape));
  return { ...series("texts", 5, draw), clip: false };
}

function textShape({ x, y, text, color, size, align, ...entry }: ChartText): Part {
  const { verticalAlign = "middle", weight = 400, halo, width } = entry;
  return {
    type: "text",
    x,
    y,
    style: {
      text,
      fill: color,
      font: `${weight} ${size}px ${FONT}`,
      align,
      verticalAlign,
      ...(halo && { stroke: halo, lineWidth: 3 }),
      ...(width && { width, overflow: "truncate" as const, ellipsis: "..." }),
    },
  } as Part;
}

function isInView(index: number, { bars }: Scale): boolean {
  return index >= bars.from - BEYOND && index <= bars.to + BEYOND;
}
