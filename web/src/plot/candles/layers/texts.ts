import { barsOf } from "../day";
import type { ChartTheme } from "../theme";
import type { Rect } from "../viewport/frame";
import { filtersLine, formatPrice } from "../words";
import { isOverlapping, type Level, levelsBeyond, levelsOf, nameBox } from "./levels";
import type { CandleModel } from "./option";
import { numberTicks, priceTicks, type Tick, timeTicks } from "./ticks";

/** A text of the chart at a pixel; `width` cuts it, `halo` keeps it readable over candles. */
export interface ChartText {
  x: number;
  y: number;
  text: string;
  color: string;
  size: number;
  align: "left" | "center" | "right";
  verticalAlign?: "top" | "middle" | "bottom";
  weight?: number;
  halo?: string;
  width?: number;
}

const SMALL = 11;
const DATE_Y = 20;
const FILTERS_Y = 40;
const NUMBERS_BELOW = 14;
const TIMES_BELOW = 32;
/** A right margin narrower than this holds no prices. */
const PRICE_ROOM = 60;
const DAY_ROOM = 156;

export function chartTexts(model: CandleModel): ChartText[] {
  return [
    ...headerTexts(model),
    ...axisTexts(model),
    ...dayTexts(model),
    ...levelTexts(model),
    ...beyondTexts(model),
    ...emaTexts(model),
  ];
}

/** "Date: ..." and the symbol in the margin, and the active filters below. */
function headerTexts({ day, filters, scale, width, theme }: CandleModel): ChartText[] {
  const { left } = scale.plot;
  const room = { x: left, align: "left" as const, width: Math.max(40, width - left - 12) };
  const head = { y: DATE_Y, color: theme.ink, size: 14, weight: 600 };
  const below = { ...room, y: FILTERS_Y, color: theme.muted, size: 12 };
  return [
    { ...room, ...head, text: `Date: ${day.metadata.currentDate ?? ""}` },
    ...(filters === null ? [] : [{ ...below, text: filtersLine(filters) }]),
    { ...head, x: left - 8, align: "right", width: left - 12, text: day.metadata.symbol },
  ];
}

function axisTexts({ day, scale, theme }: CandleModel): ChartText[] {
  const { left, top, height } = scale.plot;
  const decimals = day.metadata.price_decimals;
  const below = (ticks: Tick[], by: number): ChartText[] =>
    ticks.map((tick) => ({
      ...tick,
      y: top + height + by,
      color: theme.muted,
      size: SMALL,
      align: "center",
    }));
  return [
    ...below(numberTicks(day, scale), NUMBERS_BELOW),
    ...below(timeTicks(day, scale), TIMES_BELOW),
    ...priceTicks(scale).map((price) => ({
      x: left - 8,
      y: scale.yOf(price),
      text: formatPrice(price, decimals),
      color: theme.muted,
      size: SMALL,
      align: "right" as const,
    })),
  ];
}

/** The previous session's date, left of the line between the sessions; none where it would leave the plot. */
function dayTexts({ day, scale, theme }: CandleModel): ChartText[] {
  const { left, top, width } = scale.plot;
  const x = Math.min(scale.xOf(0.5), left + width) - 8;
  const date = barsOf(day, "previous")[0]?.date;
  if (date === undefined || x - left < DAY_ROOM) return [];
  const text = `${date}, previous day`;
  return [{ x, y: top + 10, text, color: theme.muted, size: SMALL, align: "right", halo: theme.surface }];
}

/** A level's name over its end within the plot, its price in the margin. */
function levelTexts(model: CandleModel): ChartText[] {
  const { day, lines, scale, width, theme } = model;
  const right = scale.plot.left + scale.plot.width;
  const hasRoom = width - right >= PRICE_ROOM;
  return levelsOf(day, lines, scale).flatMap((level) => [
    levelName(level, scale.plot, theme),
    ...(hasRoom ? [levelPrice(level, right + 6, theme.muted, day.metadata.price_decimals)] : []),
  ]);
}

function levelName(level: Level, plot: Rect, { ink: color, surface: halo }: ChartTheme): ChartText {
  const { left, top, width, height } = nameBox(level, plot);
  const look = { text: level.label, color, size: level.fontSize, halo, weight: 500 };
  return { ...look, x: left + width, y: top + height, align: "right", verticalAlign: "bottom" };
}

function levelPrice({ price, textY }: Level, x: number, color: string, decimals: number): ChartText {
  return { x, y: textY, text: formatPrice(price, decimals), color, size: SMALL, align: "left" };
}

/** Levels above and below the view, named with their prices at its edges, left of a level's name there. */
function beyondTexts({ day, lines, scale, theme }: CandleModel): ChartText[] {
  const { left, top, width, height } = scale.plot;
  const { above, below } = levelsBeyond(day, lines, scale);
  const drawn = levelsOf(day, lines, scale);
  const edge = (levels: Level[], arrow: string, edgeY: number, inward: 1 | -1): ChartText[] => {
    const y = clearOf(drawn, edgeY, inward);
    const names = levels.map(
      ({ label, price }) => `${label} ${formatPrice(price, day.metadata.price_decimals)}`,
    );
    const text = `${arrow} ${names.join(", ")}`;
    const look = { color: theme.muted, size: SMALL, align: "right" as const, halo: theme.surface };
    const row = { left, width, top: y - SMALL / 2, height: SMALL };
    const beside = drawn.map((level) => nameBox(level, scale.plot)).filter((box) => isOverlapping(row, box));
    const x = Math.min(left + width - 6, ...beside.map((box) => box.left - 8));
    return names.length > 0 ? [{ ...look, x, y, text }] : [];
  };
  return [...edge(above, "↑", top + 10, 1), ...edge(below, "↓", top + height - 10, -1)];
}

/** The nearest height from `y` on at which no level's line goes through a text. */
function clearOf(drawn: readonly Level[], y: number, step: 1 | -1): number {
  const isThrough = drawn.some((level) => Math.abs(level.y - y) < (SMALL + level.width) / 2 + 2);
  return isThrough ? clearOf(drawn, y + step, step) : y;
}

const EMA_WIDTH = 28;

/** The average's name right of its last point in view, or above it at the plot's edge; no level's name lies over it. */
function emaTexts({ day, lines, scale, emaColor: color, theme }: CandleModel): ChartText[] {
  const { plot, bars } = scale;
  const last = day.bars.findLast(
    ({ index, ema }) => ema && ema > 0 && index >= bars.from && index <= bars.to,
  );
  if (!last?.ema) return [];
  const right = plot.left + plot.width;
  const isAtEdge = scale.xOf(last.index) + SMALL + EMA_WIDTH > right;
  const left = isAtEdge ? right - 6 - EMA_WIDTH : scale.xOf(last.index) + SMALL / 2;
  const y = scale.yOf(last.ema) - (isAtEdge ? SMALL : 0);
  if (y < plot.top || y > plot.top + plot.height) return [];
  const names = levelsOf(day, lines, scale).map((level) => nameBox(level, plot));
  const free = awayFrom(names, { left, width: EMA_WIDTH, top: y - SMALL / 2, height: SMALL });
  const look = { color, size: SMALL, weight: 600, align: "left" as const, halo: theme.surface };
  return [{ ...look, x: left, y: free.top + SMALL / 2, text: "EMA" }];
}

/** The box at the nearest height at which it lies over none of the others. */
function awayFrom(others: readonly Rect[], box: Rect): Rect {
  const heights = others.flatMap(({ top, height }) => [top - box.height, top + height]);
  const free = [box.top, ...heights]
    .map((top) => ({ ...box, top }))
    .filter((moved) => !others.some((other) => isOverlapping(moved, other)));
  const [nearest = box] = free.toSorted((a, b) => Math.abs(a.top - box.top) - Math.abs(b.top - box.top));
  return nearest;
}
