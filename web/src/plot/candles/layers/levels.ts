import { DASHES, type LineKey, type LineSetting, type LineSettings } from "../../settings/line-settings";
import type { ChartDay } from "../day";
import type { Rect, Scale } from "../viewport/frame";

/** A reference level as it is drawn: heights in pixels, the texts moved apart where they would overlap. */
export interface Level {
  key: LineKey;
  label: string;
  price: number;
  color: string;
  width: number;
  fontSize: number;
  dash: readonly number[];
  y: number;
  textY: number;
}

/** The levels to draw; a level that is unknown, hidden, 0 or below is none. */
export function levelsOf(day: Pick<ChartDay, "referenceLines">, lines: LineSettings, scale: Scale): Level[] {
  const { top, height } = scale.plot;
  const inView = shownLevels(day, lines, scale).filter(({ y }) => y >= top && y <= top + height);
  return apart(inView, top + height);
}

/** The levels above and below the view, from the highest down. */
export function levelsBeyond(day: Pick<ChartDay, "referenceLines">, lines: LineSettings, scale: Scale) {
  const levels = shownLevels(day, lines, scale).toSorted((a, b) => a.y - b.y);
  const { top, height } = scale.plot;
  return { above: levels.filter(({ y }) => y < top), below: levels.filter(({ y }) => y > top + height) };
}

function shownLevels(day: Pick<ChartDay, "referenceLines">, lines: LineSettings, scale: Scale): Level[] {
  return lines.flatMap((line) => {
    const price = day.referenceLines[line.key];
    return line.visible && price !== null && price > 0 ? [levelOf(line, price, scale)] : [];
  });
}

function levelOf(line: LineSetting, price: number, scale: Scale): Level {
  const { key, label, color, strokeWidth: width, fontSize, lineStyle } = line;
  const y = scale.yOf(price);
  return { key, label, price, color, width, fontSize, dash: DASHES[lineStyle], y, textY: y };
}

/** The least height of a level's row: its price has a size of its own. */
const LEAST_ROW = 12;
const rowOf = ({ fontSize }: Pick<Level, "fontSize">) => Math.max(fontSize, LEAST_ROW);

/** From the top down each text moves below the one above it, and back up where the foot leaves no room. */
export function apart<Text extends Pick<Level, "y" | "fontSize">>(
  levels: readonly Text[],
  foot = Number.POSITIVE_INFINITY,
): (Text & Pick<Level, "textY">)[] {
  let above = Number.NEGATIVE_INFINITY;
  const lowered = levels
    .toSorted((a, b) => a.y - b.y)
    .map((level) => {
      above = Math.max(level.y, above + rowOf(level));
      return { ...level, textY: above };
    });
  let below = foot;
  return lowered
    .toReversed()
    .map((level) => {
      const textY = Math.min(level.textY, below);
      below = textY - rowOf(level);
      return { ...level, textY };
    })
    .toReversed();
}

/** How wide a letter of a level's name is at most, in font sizes. */
const WIDEST = 0.8;
const NAME_ABOVE = 4;
const NAME_INSET = 6;

/** The box of a level's name: over its end within the plot. */
export function nameBox({ label, fontSize, textY }: Level, plot: Rect): Rect {
  const width = label.length * fontSize * WIDEST;
  const right = plot.left + plot.width - NAME_INSET;
  return { left: right - width, top: textY - NAME_ABOVE - fontSize, width, height: fontSize };
}

export function isOverlapping(a: Rect, b: Rect): boolean {
  const isBeside = a.left >= b.left + b.width || b.left >= a.left + a.width;
  return !isBeside && a.top < b.top + b.height && b.top < a.top + a.height;
}
