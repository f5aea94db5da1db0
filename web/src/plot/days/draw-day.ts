import { type ChartTheme, halfway, isFaint } from "../candles/theme";
import { DASHES, type LineSettings } from "../settings/line-settings";
import type { Box, DayPicture } from "./day-picture";

/** What a day is drawn in: the chart's colours, its candles' own and its lines' settings. */
export interface DayLook {
  theme: ChartTheme;
  candle: string;
  lines: LineSettings;
}

export type Context2D = Pick<CanvasRenderingContext2D, "fillStyle" | "fillRect">;

/** Bodies that are narrower have no room for an outline. */
const OUTLINED = 3;

/**
 * Draws a day as the chart does: a bar that closed above its open is hollow, any other solid. Where bodies are too
 * narrow to be hollow such bars, as all wicks, are half as strong. Lines are `thick` pixels.
 */
export function drawDay(context: Context2D, picture: DayPicture, look: DayLook, thick = 1) {
  const { theme, candle } = look;
  const stroke = isFaint(candle, theme.surface) ? theme.edge : candle;
  fill(context, theme.grid, [[0, picture.open, picture.width, thick]]);
  drawLevels(context, picture, look, thick);
  const isNarrow = (picture.candles[0]?.body[2] ?? 0) < OUTLINED;
  const soft = halfway(stroke, theme.surface);
  const bodies = (isUp: boolean) =>
    picture.candles.flatMap((each) => (each.isUp === isUp ? [each.body] : []));
  const wicks = picture.candles.map(({ wick }) => wick);
  fill(context, isNarrow ? soft : stroke, wicks);
  fill(context, isNarrow ? soft : stroke, bodies(true));
  fill(context, stroke, bodies(false));
  if (isNarrow) return;
  fill(context, theme.surface, bodies(true).flatMap(inside));
  if (stroke !== candle) fill(context, candle, bodies(false).flatMap(inside));
}

function drawLevels(context: Context2D, { levels, width }: DayPicture, { lines }: DayLook, thick: number) {
  for (const { key, row } of levels) {
    const line = lines.find((each) => each.key === key);
    if (line?.visible) fill(context, line.color, dashes(row, width, DASHES[line.lineStyle], thick));
  }
}

/** A line across the picture, in the parts that a pattern of dash and gap leaves. */
function dashes(row: number, width: number, [dash, gap]: readonly number[], thick: number): Box[] {
  if (dash === undefined || gap === undefined) return [[0, row, width, thick]];
  const step = (dash + gap) * thick;
  return Array.from({ length: Math.ceil(width / step) }, (_, at) => [at * step, row, dash * thick, thick]);
}

/** What an outline of one pixel leaves of a body. */
function inside([left, top, width, height]: Box): Box[] {
  return height > 2 ? [[left + 1, top + 1, width - 2, height - 2]] : [];
}

function fill(context: Context2D, color: string, boxes: readonly Box[]) {
  context.fillStyle = color;
  for (const box of boxes) context.fillRect(...box);
}
