import * as v from "valibot";
import { color, read, readEntries, within } from "@/lib/storage/schema";
import { LINE_LIMITS, LINE_STYLES } from "@/plot/settings/line-settings";

export const TOOLS = ["horizontal_line", "trend_line", "rectangle", "text"] as const;
export type Tool = (typeof TOOLS)[number];

export const TOOL_NAMES: Record<Tool, string> = {
  horizontal_line: "Horizontal line",
  trend_line: "Trend line",
  rectangle: "Rectangle",
  text: "Text",
};

/** The most a day holds, and the longest text. */
export const MOST_DRAWINGS = 100;
export const LONGEST_TEXT = 200;

const place = within({ min: -1e6, max: 1e6 });
const style = {
  color: v.optional(color),
  width: v.optional(within(LINE_LIMITS.width)),
  dash: v.optional(v.picklist(LINE_STYLES)),
};
export const drawingStyle = v.object(style);
/** How a drawing looks; without a colour, width or dash it has the theme's. */
export type DrawingLook = v.InferOutput<typeof drawingStyle>;
const common = {
  id: v.pipe(v.string(), v.nonEmpty()),
  ...style,
  isHidden: v.optional(v.boolean()),
  /** Shown on every day of its symbol, at its bars and prices. */
  isEveryDay: v.optional(v.boolean()),
};
const ends = { ...common, x1: place, y1: place, x2: place, y2: place };
const words = v.pipe(
  v.string(),
  v.maxLength(LONGEST_TEXT),
  v.check((written) => written.trim() !== ""),
);

const drawing = v.variant("type", [
  v.object({ type: v.literal("horizontal_line"), ...common, y: place }),
  v.object({ type: v.literal("trend_line"), ...ends }),
  v.object({ type: v.literal("rectangle"), ...ends }),
  v.object({ type: v.literal("text"), ...common, x: place, y: place, text: words }),
]);

/** What was drawn: x counts bars (the previous session's are 0 and below), y is a price. */
export type Drawing = v.InferOutput<typeof drawing>;
type WithoutId<Whole> = Whole extends unknown ? Omit<Whole, "id"> : never;
/** What was drawn, without its id. */
export type Shape = WithoutId<Drawing>;

/** Whether a day, or the drawings of every day, hold no more. */
export function isFull(drawings: readonly Drawing[], isEveryDay = false): boolean {
  return drawings.filter((drawing) => !drawing.isEveryDay === !isEveryDay).length >= MOST_DRAWINGS;
}

/** The readable drawings of stored or foreign JSON, and how many entries were not. */
export function readDrawings(stored: unknown): { drawings: Drawing[]; dropped: number } {
  const { entries, unread } = readEntries((entry) => read(drawing, entry), stored);
  const ids = new Set<string>();
  const drawings = entries.filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, MOST_DRAWINGS);
  return { drawings, dropped: unread + entries.length - drawings.length };
}
