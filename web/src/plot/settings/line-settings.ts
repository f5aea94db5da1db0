import * as v from "valibot";
import { color, read, record, within } from "@/lib/storage/schema";

export const LINE_KEYS = ["hoy", "loy", "coy", "gxh", "gxl", "open"] as const;
export type LineKey = (typeof LINE_KEYS)[number];

export const LINE_STYLES = ["solid", "dashed", "dotted"] as const;
export type LineStyle = (typeof LINE_STYLES)[number];

/** Dash patterns in pixels; a solid line has none. */
export const DASHES: Record<LineStyle, readonly number[]> = { solid: [], dashed: [5, 5], dotted: [2, 2] };

/** Width of a line and size of its text. */
export const LINE_LIMITS = {
  width: { min: 1, max: 5, step: 1 },
  text: { min: 10, max: 50, step: 0.5 },
} as const;

/** How one reference level is drawn; width and text size in pixels. */
const setting = record({
  key: v.picklist(LINE_KEYS),
  label: v.optional(v.string(), ""),
  color,
  lineStyle: v.picklist(LINE_STYLES),
  visible: v.boolean(),
  strokeWidth: within(LINE_LIMITS.width),
  fontSize: within(LINE_LIMITS.text),
});

export type LineSetting = v.InferOutput<typeof setting>;
/** One setting for each reference level, in the order of `LINE_KEYS`. */
export type LineSettings = LineSetting[];

const line = (key: LineKey, label: string, color: string, lineStyle: LineStyle = "solid"): LineSetting => ({
  key,
  label,
  color,
  lineStyle,
  visible: true,
  strokeWidth: 1,
  fontSize: 14,
});

export const DEFAULT_LINES: LineSettings = [
  line("hoy", "HoY", "#0080FF"),
  line("loy", "LoY", "#FF0000"),
  line("coy", "CoY", "#FFA500"),
  line("gxh", "GXH", "#808080"),
  line("gxl", "GXL", "#808080"),
  line("open", "Open", "#00FFFF", "dotted"),
];

/** Settings from stored or foreign JSON; a line that is absent has its default, null where one is not readable. */
export function readLineSettings(stored: unknown): LineSettings | null {
  const lines = read(v.array(setting), stored);
  return (
    lines &&
    DEFAULT_LINES.map((standard) => ({
      ...(lines.find(({ key }) => key === standard.key) ?? standard),
      label: standard.label,
    }))
  );
}
