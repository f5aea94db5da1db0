import { isWithin } from "@/lib/storage/read-json";
import { isRecord } from "@/lib/storage/storage";

export const TOOLS = ["horizontal_line", "trend_line", "rectangle", "text"] as const;
export type Tool = (typeof TOOLS)[number];

export const TOOL_NAMES: Record<Tool, string> = {
  horizontal_line: "Horizontal line",
  trend_line: "Trend line",
  rectangle: "Rectangle",
  text: "Text",
};

interface Ends {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** What was drawn, without its id: x counts bars (the previous session's are 0 and below), y is a price. */
export type Shape =
  | { type: "horizontal_line"; y: number }
  | ({ type: "trend_line" } & Ends)
  | ({ type: "rectangle" } & Ends)
  | { type: "text"; x: number; y: number; text: string };

export type Drawing = Shape & { id: string };

/** The most a day holds, and the longest text. */
export const MOST_DRAWINGS = 100;
export const LONGEST_TEXT = 200;

const FIELDS: Record<Tool, readonly string[]> = {
  horizontal_line: ["y"],
  trend_line: ["x1", "y1", "x2", "y2"],
  rectangle: ["x1", "y1", "x2", "y2"],
  text: ["x", "y"],
};

/** The readable drawings of stored or foreign JSON, and how many entries were not. */
export function readDrawings(stored: unknown): { drawings: Drawing[]; dropped: number } {
  if (!Array.isArray(stored)) return { drawings: [], dropped: 1 };
  const ids = new Set<string>();
  const drawings = stored
    .filter(isDrawing)
    .filter(({ id }) => !ids.has(id) && ids.add(id))
    .slice(0, MOST_DRAWINGS);
  return { drawings, dropped: stored.length - drawings.length };
}

function isDrawing(entry: unknown): entry is Drawing {
  if (!isRecord(entry) || typeof entry.id !== "string" || entry.id === "") return false;
  const type = TOOLS.find((tool) => tool === entry.type);
  if (!type || !FIELDS[type].every((field) => isWithin(entry[field], -1e6, 1e6))) return false;
  return type !== "text" || isText(entry.text);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && value.length <= LONGEST_TEXT;
}
