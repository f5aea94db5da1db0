import type { CustomSeriesOption } from "echarts/charts";
import type { Rect, Scale } from "../viewport/frame";
import { candleOf, paintOf } from "./candles";
import { emaSegments } from "./ema";
import { type Level, levelsOf } from "./levels";
import type { DrawnModel } from "./option";
import { boxesShape, type Four, linesShape, strokesShape } from "./shapes";
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

/** The scale of the frame that is drawn. */
export type ScaleNow = () => Scale;

/** One item; what it draws comes from the scale of this frame. */
function series(id: string, z: number, scaleNow: ScaleNow, draw: (scale: Scale) => Part): CustomSeriesOption {
  return {
    id,
    type: "custom",
    coordinateSystem: "none",
    silent: true,
    z,
    data: [{ id, value: 0 }],
    renderItem: () => draw(scaleNow()) as Drawn,
  };
}

function group(children: Part[]): Part {
  return { type: "group", children } as Part;
}

/** A group of which nothing is seen beyond the plot. */
function clipped({ left: x, top: y, width, height }: Rect, children: Part[]): Part {
  return { ...group(children), clipPath: { type: "rect", shape: { x, y, width, height } } } as Part;
}

/** The plot's frame, a hairline at each labelled price, and the line between the two sessions. */
export function backdropSeries({ theme }: DrawnModel, scaleNow: ScaleNow): CustomSeriesOption {
  return series("backdrop", 0, scaleNow, (scale) => {
    const { plot } = scale;
    const right = plot.left + plot.width;
    const foot = plot.top + plot.height;
    const x = scale.xOf(DAY_BREAK);
    const lines: Four[] = [
      ...priceTicks(scale).map((price): Four => [plot.left, scale.yOf(price), right, scale.yOf(price)]),
      [plot.left, foot, right, foot],
      [plot.left, plot.top, plot.left, foot],
      [x, plot.top, x, foot],
    ];
    return clipped(plot, [linesShape(lines, theme.grid)]);
  });
}

/** Wicks by their colour, bodies by their look. */
export function candleSeries(
  { day, signals, colors, theme }: DrawnModel,
  scaleNow: ScaleNow,
): CustomSeriesOption {
  const painted = day.bars.map((bar) => ({
    bar,
    paint: paintOf(bar, signals.get(bar.index), colors, theme),
  }));
  return series("candles", 2, scaleNow, (scale) => {
    const wicks = new Map<string, Four[]>();
    const bodies = new Map<
      string,
      { of: Four[]; style: { fill: string; stroke?: string; lineWidth?: number } }
    >();
    for (const { bar, paint } of painted) {
      if (!isInView(bar.index, scale)) continue;
      const { wick, body, fill, stroke, outline } = candleOf(bar, paint, scale);
      placed(wicks, stroke, () => []).push([wick.x, wick.top, wick.x, wick.bottom]);
      placed(bodies, `${fill} ${stroke} ${outline}`, () => ({
        of: [],
        style: { fill, ...(outline > 0 && { stroke, lineWidth: outline }) },
      })).of.push([body.left + outline / 2, body.top, body.width - outline, body.height]);
    }
    return clipped(scale.plot, [
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

export function emaSeries({ day, emaColor }: DrawnModel, scaleNow: ScaleNow): CustomSeriesOption {
  const segments = emaSegments(day);
  return series("ema", 4, scaleNow, ({ plot, xOf, yOf }) => {
    const lines = segments.map((points) => points.map(([index, price]) => [xOf(index), yOf(price)] as const));
    const style = { stroke: emaColor, lineWidth: 2, lineJoin: "bevel", opacity: 0.8 } as const;
    return clipped(plot, [strokesShape(lines, style)]);
  });
}

/** Reference levels, each in the colour and width of its settings. */
export function levelSeries({ day, lines, lineMs }: DrawnModel, scaleNow: ScaleNow): CustomSeriesOption {
  const draw = (scale: Scale) => {
    const children = levelsOf(day, lines, scale).map((level) => levelLine(level, scale));
    return { ...clipped(scale.plot, children), diffChildrenByName: true };
  };
  return {
    ...series("levels", 3, scaleNow, draw),
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
export function textSeries(model: DrawnModel, scaleNow: ScaleNow): CustomSeriesOption {
  return series("texts", 5, scaleNow, (scale) => group(chartTexts({ ...model, scale }).map(textShape)));
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
