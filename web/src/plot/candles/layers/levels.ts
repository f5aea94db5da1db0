import { DASHES, type LineKey, type LineSetting, type LineSettings } from "../../settings/line-settings";
import type { ChartDay } from "../day";
import type { Scale } from "../viewport/frame";

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
  return apart(shownLevels(day, lines, scale)).filter(({ y }) => y >= top && y <= top + height);
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

/** From the top down each text moves below the one above it. */
export function apart<Text extends Pick<Level, "y" | "fontSize">>(
  levels: readonly Text[],
): (Text & Pick<Level, "textY">)[] {
  let above = Number.NEGATIVE_INFINITY;
  return levels
    .toSorted((a, b) => a.y - b.y)
    .map((level) => {
      const textY = Math.max(level.y, above + level.fontSize);
      above = textY;
      return { ...level, textY };
    });
}
