import { isColor, isWithin } from "@/lib/storage/read-json";
import { isRecord } from "@/lib/storage/storage";
import {
  DEFAULT_LINES,
  LINE_LIMITS,
  LINE_STYLES,
  type LineSetting,
  type LineSettings,
} from "./line-settings";

/** Settings from stored or foreign JSON; a line that is absent has its default, null where one is not readable. */
export function readLineSettings(stored: unknown): LineSettings | null {
  if (!Array.isArray(stored) || !stored.every(isLine)) return null;
  return DEFAULT_LINES.map((standard) => {
    const { color, lineStyle, visible, strokeWidth, fontSize } =
      stored.find(({ key }) => key === standard.key) ?? standard;
    return { key: standard.key, label: standard.label, color, lineStyle, visible, strokeWidth, fontSize };
  });
}

function isLine(entry: unknown): entry is LineSetting {
  return (
    isRecord(entry) &&
    DEFAULT_LINES.some(({ key }) => key === entry.key) &&
    isColor(entry.color) &&
    LINE_STYLES.some((style) => style === entry.lineStyle) &&
    typeof entry.visible === "boolean" &&
    isWithin(entry.strokeWidth, LINE_LIMITS.width.min, LINE_LIMITS.width.max) &&
    isWithin(entry.fontSize, LINE_LIMITS.text.min, LINE_LIMITS.text.max)
  );
}
