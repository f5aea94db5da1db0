import { type ChartTheme, halfway, isDarker, isFaint } from "../candles/theme";
import { DASHES, type LineSettings } from "../settings/line-settings";
import { type Box, type Candle, type DayPicture, NAME_SIZE } from "./day-picture";

/** What a day is drawn in: the chart's colours, its candles' own and its lines' settings. */
export interface DayLook {
  theme: ChartTheme;
  candle: string;
  lines: LineSettings;
}

export type Context2D = Pick<
  CanvasRenderingContext2D,
  "fillStyle" | "fillRect" | "fillText" | "font" | "textBaseline"
>;

/** A box and its colour. */
interface Paint {
  color: string;
  box: Box;
}

/** Bodies that are narrower have no room for an outline. */
const OUTLINED = 3;
const NAME_GAP = 4;
/** In pixels of the page: the levels of a picture below this height are soft, so that its candles are seen. */
const LOW = 48;

/** Draws a day: levels, candles, and the mark of the event. Lines are `ratio` pixels thick. */
export function drawDay(context: Context2D, picture: DayPicture, look: DayLook, ratio = 1) {
  const { theme, candle } = look;
  fill(context, theme.grid, [[0, picture.open, picture.width, ratio]]);
  drawLevels(context, picture, look, ratio);
  for (const { color, box } of candlePaints(picture.candles, candle, theme).flat())
    fill(context, color, [box]);
  if (picture.known !== null) drawKnown(context, picture.known, picture.height, theme.edge, ratio);
  fill(context, theme.data, picture.mark);
}

/**
 * The boxes of each candle in the order they are painted in. A bar that closed above its open has the lighter body, any other
 * the darker one, in each theme. Bodies that are too narrow for an outline differ in strength.
 */
export function candlePaints(candles: readonly Candle[], candle: string, theme: ChartTheme): Paint[][] {
  const stroke = isFaint(candle, theme.surface) ? theme.edge : candle;
  const soft = halfway(stroke, theme.surface);
  const isNarrow = (candles[0]?.body[2] ?? 0) < OUTLINED;
  const other = isNarrow ? soft : stroke === candle ? theme.surface : candle;
  const [dark, light] = isDarker(stroke, other) ? [stroke, other] : [other, stroke];
  return candles.map(({ isUp, wick, body }) => {
    const own = isUp ? light : dark;
    return [
      { color: isNarrow ? soft : stroke, box: wick },
      { color: isNarrow ? own : stroke, box: body },
      ...(own === stroke ? [] : inside(body).map((box) => ({ color: own, box }))),
    ];
  });
}

function drawLevels(
  context: Context2D,
  { levels, width, height }: DayPicture,
  { lines, theme }: DayLook,
  ratio: number,
) {
  context.font = `${NAME_SIZE * ratio}px Inter Variable, Inter, system-ui, sans-serif`;
  context.textBaseline = "middle";
  const isLow = height < LOW * ratio;
  for (const { key, row, nameRow } of levels) {
    const line = lines.find((each) => each.key === key);
    if (!line?.visible) continue;
    const color = isLow ? halfway(line.color, theme.surface) : line.color;
    fill(context, color, dashes(row, width, DASHES[line.lineStyle], ratio));
    context.fillStyle = theme.muted;
    context.fillText(line.label, width + NAME_GAP * ratio, nameRow);
  }
}

/** A line across the picture, in the parts that a pattern of dash and gap leaves. */
function dashes(row: number, width: number, [dash, gap]: readonly number[], ratio: number): Box[] {
  if (dash === undefined || gap === undefined) return [[0, row, width, ratio]];
  const step = (dash + gap) * ratio;
  return Array.from({ length: Math.ceil(width / step) }, (_, at) => [at * step, row, dash * ratio, ratio]);
}

/** A dashed line where what is known ends. */
function drawKnown(context: Context2D, column: number, height: number, color: string, ratio: number) {
  const across = dashes(0, height, DASHES.dashed, ratio);
  fill(
    context,
    color,
    across.map(([top, , tall]) => [column, top, ratio, tall]),
  );
}

/** What an outline of one pixel leaves of a body. */
function inside([left, top, width, height]: Box): Box[] {
  return width >= OUTLINED && height > 2 ? [[left + 1, top + 1, width - 2, height - 2]] : [];
}

function fill(context: Context2D, color: string, boxes: readonly Box[]) {
  context.fillStyle = color;
  for (const box of boxes) context.fillRect(...box);
}
