import { escaped } from "@/lib/text/xml";
import type { ChartTheme } from "@/plot/candles/theme";
import type { ChartFrame, ChartPicture, Rect } from "@/plot/candles/viewport/frame";
import type { Caption } from "./caption";
import { SAMPLE } from "./words";
import { NOTE_WIDTH, wrapNotes, wrapped } from "./wrap-notes";

/** What goes into an exported file. */
export interface Composition {
  picture: Pick<ChartPicture, "width" | "height" | "svg"> & { frame: Pick<ChartFrame, "plot"> };
  /** Elements of SVG over the chart, in its pixels. */
  drawings: string;
  caption: Caption;
  notes: string;
  /** Null leaves it out. */
  generatedAt: Date | null;
  theme: Pick<ChartTheme, "surface" | "ink" | "muted" | "grid">;
}

/** A part of the document as tall as it says. */
interface Part {
  height: number;
  svg: string;
}

/** The place of a part, by its upper left corner. */
interface Place {
  left: number;
  top: number;
  /** Of the whole document. */
  width: number;
  theme: Composition["theme"];
}

const FONT = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const PADDING = 12;
const FONT_SIZE = 12;
/** How wide a character is at most on average, in parts of the font's size. */
const CHARACTER = 0.55;
const LINE_HEIGHT = 1.4;
const LEADING = FONT_SIZE * LINE_HEIGHT;
const TITLE_SIZE = 14;
const TITLE_LEADING = TITLE_SIZE * 1.5;
const GAP = 16;
const SWATCH = 10;

/** Width of the box of notes on a chart, in pixels. */
export function notesWidth(chart: number): number {
  return Math.min(350, 0.4 * chart);
}

/** The chart as one SVG document: drawings over it, caption, notes and time below it, so that nothing of it is covered. */
export function composed({ picture, drawings, caption, notes, generatedAt, theme }: Composition): string {
  const { width, height, svg, frame } = picture;
  const place = { left: frame.plot.left, top: height, width, theme };
  const words = captionOf(caption, place);
  const foot = footOf(wrapNotes(notes), generatedAt, { ...place, top: height + words.height });
  const whole = height + words.height + foot.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" font-family='${FONT}'>`,
    `<rect width="${width}" height="${whole}" fill="${theme.surface}"/>`,
    svg.slice(svg.indexOf("<svg")),
    caption.isSample ? sampleMark(frame.plot, theme.ink) : "",
    drawings,
    words.svg,
    foot.svg,
    "</svg>",
  ].join("\n");
}

/** Over the whole plot, so that no part of it passes for a market's. */
function sampleMark({ left, top, width, height }: Rect, ink: string): string {
  const size = Math.round(Math.max(14, Math.min(width / 14, height / 6)));
  const rows = [0.2, 0.5, 0.8].map((part) => {
    const [x, y] = [left + width / 2, top + part * height];
    return `<text x="${x}" y="${y}" dominant-baseline="middle" transform="rotate(-12 ${x} ${y})">${SAMPLE}</text>`;
  });
  return `<g data-part="sample" fill="${ink}" fill-opacity="0.13" font-size="${size}" font-weight="700" text-anchor="middle">${rows.join("")}</g>`;
}

function captionOf({ title, lines, legend }: Caption, { left, top, width, theme }: Place): Part {
  if (title === "") return { height: 0, svg: "" };
  const columns = (size: number) => Math.max(20, Math.floor((width - left - GAP) / (size * CHARACTER)));
  const titles = wrapped(title, columns(TITLE_SIZE)).map((line, i) =>
    text(line, left, top + (i + 0.8) * TITLE_LEADING, TITLE_SIZE, theme.ink),
  );
  const foot = top + titles.length * TITLE_LEADING;
  const texts = lines
    .flatMap((line) => wrapped(line, columns(FONT_SIZE)))
    .map((line, i) => text(line, left, foot + (i + 0.8) * LEADING, FONT_SIZE, theme.ink));
  const colors = legendOf(legend, { left, top: foot + texts.length * LEADING, width, theme });
  const words = `<g font-weight="600">${titles.join("")}</g>${texts.join("")}`;
  return {
    height: Math.ceil(foot - top + texts.length * LEADING + colors.height + GAP),
    svg: `<g data-part="caption">${words}${colors.svg}</g>`,
  };
}

/** Colours with their names, in as many rows as they need. */
function legendOf(legend: Caption["legend"], { left, top, width, theme }: Place): Part {
  let [x, row] = [left, 0];
  const entries = legend.map(({ color, label }) => {
    const wide = SWATCH + 5 + label.length * FONT_SIZE * CHARACTER + GAP;
    if (x > left && x + wide > width) [x, row] = [left, row + 1];
    const [at, y] = [x, top + row * LEADING];
    x += wide;
    const swatch = `<rect x="${at}" y="${y + 4}" width="${SWATCH}" height="${SWATCH}" fill="${escaped(color)}" stroke="${theme.muted}"/>`;
    return swatch + text(label, at + SWATCH + 5, y + 0.8 * LEADING, FONT_SIZE, theme.muted);
  });
  return {
    height: legend.length > 0 ? (row + 1) * LEADING : 0,
    svg: `<g data-part="legend">${entries.join("")}</g>`,
  };
}

/** The box of notes, if any, and the time the file was made. */
function footOf(lines: string[], generatedAt: Date | null, { left, top, width, theme }: Place): Part {
  const box = notesWidth(width);
  const room = box - 2 * PADDING;
  const size = Math.min(FONT_SIZE, room / (NOTE_WIDTH * CHARACTER));
  const leading = size * LINE_HEIGHT;
  const boxHeight = lines.length > 0 ? lines.length * leading + 2 * PADDING : 0;
  const parts = lines.map((line, i) =>
    squeezed(
      text(line, left + PADDING, top + PADDING + (i + 0.8) * leading, size, theme.ink),
      line,
      size,
      room,
    ),
  );
  const frame = `<rect x="${left}" y="${top}" width="${box}" height="${boxHeight}" rx="8" fill="none" stroke="${theme.grid}"/>`;
  const time =
    generatedAt && text(timeWords(generatedAt), width - GAP, top + 0.8 * leading, size, theme.muted, "end");
  const filled = Math.max(boxHeight, time ? leading : 0);
  return {
    height: filled > 0 ? Math.ceil(filled + GAP) : 0,
    svg: `${boxHeight > 0 ? `<g data-part="notes">${frame}${parts.join("")}</g>` : ""}${time ?? ""}`,
  };
}

function text(words: string, x: number, y: number, size: number, color: string, anchor = "start"): string {
  return `<text x="${x}" y="${Math.round(100 * y) / 100}" font-size="${size}" fill="${color}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

const WIDE = /[^ -~]|[A-Zmw@%]/g;
const WIDTH = { wide: 1, narrow: 0.48 };

/** A text that is wider than its room has its glyphs drawn narrower. */
function squeezed(element: string, words: string, size: number, room: number): string {
  const wide = words.match(WIDE)?.length ?? 0;
  const width = size * (wide * WIDTH.wide + (words.length - wide) * WIDTH.narrow);
  const fit = `<text textLength="${room}" lengthAdjust="spacingAndGlyphs"`;
  return width > room ? element.replace("<text", fit) : element;
}

/** "Generated 2024-05-03 14:05 UTC" */
function timeWords(time: Date): string {
  return `Generated ${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
