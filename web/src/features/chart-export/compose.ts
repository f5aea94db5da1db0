import type { ChartTheme } from "@/charts/candles/theme";
import type { ChartFrame, ChartPicture } from "@/charts/candles/viewport/frame";
import { escaped } from "@/lib/text/xml";
import { NOTE_WIDTH, wrapNotes } from "./wrap-notes";

/** What goes into an exported file. */
export interface Composition {
  picture: Pick<ChartPicture, "width" | "height" | "svg"> & { frame: Pick<ChartFrame, "plot"> };
  /** Elements of SVG over the chart, in its pixels. */
  drawings: string;
  notes: string;
  /** Null leaves it out. */
  generatedAt: Date | null;
  theme: Pick<ChartTheme, "surface" | "ink" | "muted" | "grid">;
}

const FONT = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const WIDEST_BOX = 350;
const BOX_SHARE = 0.4;
const PADDING = 12;
const FONT_SIZE = 12;
/** How wide a character is at most on average, in parts of the font's size. */
const CHARACTER = 0.55;
const LINE_HEIGHT = 1.4;
const GAP = 16;

/** Width of the box of notes on a chart, in pixels. */
export function notesWidth(chart: number): number {
  return Math.min(WIDEST_BOX, BOX_SHARE * chart);
}

/** The chart as one SVG document: drawings over it, notes and time below it, so that nothing of it is covered. */
export function composed({ picture, drawings, notes, generatedAt, theme }: Composition): string {
  const { width, height, svg, frame } = picture;
  const foot = footOf({
    lines: wrapNotes(notes),
    generatedAt,
    theme,
    width,
    left: frame.plot.left,
    top: height,
  });
  const whole = height + foot.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" font-family='${FONT}'>`,
    `<rect width="${width}" height="${whole}" fill="${theme.surface}"/>`,
    svg.slice(svg.indexOf("<svg")),
    drawings,
    foot.svg,
    "</svg>",
  ].join("\n");
}

interface Foot {
  lines: string[];
  generatedAt: Date | null;
  theme: Composition["theme"];
  width: number;
  left: number;
  top: number;
}

function footOf({ lines, generatedAt, theme, width, left, top }: Foot): { height: number; svg: string } {
  const box = notesWidth(width);
  const size = Math.min(FONT_SIZE, (box - 2 * PADDING) / (NOTE_WIDTH * CHARACTER));
  const leading = size * LINE_HEIGHT;
  const boxHeight = lines.length > 0 ? lines.length * leading + 2 * PADDING : 0;
  const parts = lines.map((line, i) =>
    text(line, left + PADDING, top + PADDING + (i + 0.8) * leading, size, theme.ink),
  );
  const frame = `<rect x="${left}" y="${top}" width="${box}" height="${boxHeight}" rx="8" fill="none" stroke="${theme.grid}"/>`;
  const time = generatedAt
    ? [text(timeWords(generatedAt), width - GAP, top + 0.8 * leading, size, theme.muted, "end")]
    : [];
  const filled = Math.max(boxHeight, generatedAt ? leading : 0);
  return {
    height: filled > 0 ? Math.ceil(filled + GAP) : 0,
    svg: [...(boxHeight > 0 ? [`<g data-part="notes">${frame}${parts.join("")}</g>`] : []), ...time].join(
      "\n",
    ),
  };
}

function text(words: string, x: number, y: number, size: number, color: string, anchor = "start"): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

/** "Generated 2024-05-03 14:05 UTC" */
function timeWords(time: Date): string {
  return `Generated ${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
