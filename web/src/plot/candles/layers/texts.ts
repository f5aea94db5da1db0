import { barsOf } from "../day";
import { filtersLine, formatPrice } from "../words";
import { type Level, levelsBeyond, levelsOf } from "./levels";
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
/** How wide a letter of a level's name is at most, in font sizes. */
const WIDEST = 0.8;
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
  ];
}

/** "Date: ..." and the symbol in the margin, and the active filters below. */
function headerTexts({ day, filters, scale, width, theme }: CandleModel): ChartText[] {
  const { left } = scale.plot;
  const room = { x: left, align: "left" as const, width: Math.max(40, width - left - 12) };
  const date = barsOf(day, "current")[0]?.date ?? "";
  const head = { y: DATE_Y, color: theme.ink, size: 14, weight: 600 };
  const below = { ...room, y: FILTERS_Y, color: theme.muted, size: 12 };
  return [
    { ...room, ...head, text: `Date: ${date}` },
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
    levelName(level, right - 6, theme.ink, theme.surface),
    ...(hasRoom ? [levelPrice(level, right + 6, theme.muted, day.metadata.price_decimals)] : []),
  ]);
}

function levelName(level: Level, x: number, color: string, halo: string): ChartText {
  const { label: text, textY, fontSize: size } = level;
  return { x, y: textY - 4, text, color, size, halo, align: "right", verticalAlign: "bottom", weight: 500 };
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
    const x = left + width - 6 - Math.max(0, ...drawn.map((level) => nameRoom(level, y)));
    return names.length > 0 ? [{ ...look, x, y, text }] : [];
  };
  return [...edge(above, "↑", top + 10, 1), ...edge(below, "↓", top + height - 10, -1)];
}

/** The nearest height from `y` on at which no level's line goes through a text. */
function clearOf(drawn: readonly Level[], y: number, step: 1 | -1): number {
  const isThrough = drawn.some((level) => Math.abs(level.y - y) < (SMALL + level.width) / 2 + 2);
  return isThrough ? clearOf(drawn, y + step, step) : y;
}

/** How wide a level's name is with the space before it, 0 where it has none at a height. */
function nameRoom({ label, fontSize, textY }: Level, y: number): number {
  const isThere = Math.abs(textY - 4 - fontSize / 2 - y) < (fontSize + SMALL) / 2;
  return isThere ? label.length * fontSize * WIDEST + 8 : 0;
}
