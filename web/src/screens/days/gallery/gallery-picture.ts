import type { DayBars, Feature } from "@/api/generated";
import { SAMPLE, SAMPLE_NOTE } from "@/parts/chart-export/words";
import { dayPicture, edgesOf, reachOf } from "@/plot/days/day-picture";
import { dayName } from "@/plot/days/day-words";
import { type DayLook, drawDay } from "@/plot/days/draw-day";
import { cellText, headingOf } from "@/question/cell-text";
import { dayAnswer, eventBar } from "../day-answer";
import { scaleWords } from "./words";

/** Pixels of the file for each of the page's. */
const RATIO = 2;
const EDGE = 24;
const GAP = 16;
const WIDTH = 240;
const HEIGHT = 160;
const LEADING = 18;
const FONT_SIZE = 12;
const FONT = '"Inter Variable", Inter, system-ui, sans-serif';

/** The heading of a picture of days. */
export interface PictureWords {
  title: string;
  /** The filters, one text each. */
  asked: readonly string[];
  /** Prices that no market made. */
  isSample: boolean;
  /** What lists of days say, by date. */
  listed: ReadonlyMap<string, string>;
}

/** What is said of each day. */
interface PictureTexts {
  captions: readonly Feature[];
  /** The question's answer; null where there is none. */
  answer: Feature | null;
}

interface Place {
  left: number;
  top: number;
}

interface Text extends Place {
  text: string;
  width: number;
  color: string;
  isStrong?: boolean;
}

/** A page of days as one PNG, with the question and captions. Rejects where the browser cannot make it. */
export function galleryPicture(
  days: readonly DayBars[],
  { captions, answer }: PictureTexts,
  words: PictureWords,
  look: DayLook,
): Promise<Blob> {
  const columns = days.length > 24 ? 6 : Math.max(2, Math.min(days.length, 4));
  const width = 2 * EDGE + columns * (WIDTH + GAP) - GAP;
  const head = headLines(days, words);
  const top = EDGE + head.length * LEADING + GAP;
  const isListed = days.some(({ date }) => words.listed.has(date));
  const tall = HEIGHT + (1 + Number(answer !== null) + captions.length + Number(isListed)) * LEADING + GAP;
  const canvas = document.createElement("canvas");
  canvas.width = RATIO * width;
  canvas.height = RATIO * (top + Math.ceil(days.length / columns) * tall + EDGE - GAP);
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("the browser gives no canvas"));
  context.scale(RATIO, RATIO);
  context.fillStyle = look.theme.surface;
  context.fillRect(0, 0, width, canvas.height);
  for (const [at, text] of head.entries()) {
    const place = { left: EDGE, top: EDGE + at * LEADING, width: width - 2 * EDGE };
    write(context, { text, ...place, color: look.theme.ink, isStrong: at === 0 });
  }
  const reach = reachOf(days);
  for (const [at, day] of days.entries()) {
    const left = EDGE + (at % columns) * (WIDTH + GAP);
    const place = { left, top: top + Math.floor(at / columns) * tall };
    drawAt(context, { day, reach, event: eventBar(answer, day) }, look, place);
    if (words.isSample) mark(context, look, place);
    const own = captionTexts(day, { captions, answer }, words.listed.get(day.date));
    for (const [line, text] of own.entries()) write(context, captionAt(place, line, text, look));
  }
  return blobOf(canvas);
}

function headLines(days: readonly DayBars[], { title, asked, isSample }: PictureWords): string[] {
  const sample = isSample ? [SAMPLE_NOTE] : [];
  return [title, asked.length === 0 ? "All days." : `${asked.join(", ")}.`, scaleWords(days), ...sample];
}

/** In the file's own pixels, which a day's picture is made of. */
function drawAt(
  context: CanvasRenderingContext2D,
  { day, reach, event }: { day: DayBars; reach: number | null; event: number | null },
  look: DayLook,
  { left, top }: Place,
) {
  const size = { width: RATIO * WIDTH, height: RATIO * HEIGHT };
  context.save();
  context.setTransform(1, 0, 0, 1, RATIO * left, RATIO * top);
  const room = { ...size, ...edgesOf(day, reach), event, known: null, ratio: RATIO };
  drawDay(context, dayPicture(day, room), look, RATIO);
  context.restore();
}

/** Over each day, so that none passes for a market's. */
function mark(context: CanvasRenderingContext2D, { theme }: DayLook, { left, top }: Place) {
  context.save();
  context.globalAlpha = 0.13;
  context.textAlign = "center";
  const text = { text: SAMPLE, left: left + WIDTH / 2, top: top + HEIGHT / 2, width: WIDTH };
  write(context, { ...text, color: theme.ink, isStrong: true });
  context.restore();
}

function captionTexts(
  day: DayBars,
  { captions, answer }: PictureTexts,
  listed: string | undefined,
): string[] {
  const date = day.adr10 === null ? `${dayName(day.date)}, no ADR10: its own scale` : dayName(day.date);
  const lines = captions.map((each) => `${headingOf(each)}: ${cellText(each, day.values[each.name])}`);
  return [
    date,
    ...(answer ? [dayAnswer(answer, day)] : []),
    ...lines,
    ...(listed === undefined ? [] : [listed]),
  ];
}

/** A line below a day's picture; the first is its date. */
function captionAt({ left, top }: Place, line: number, text: string, { theme }: DayLook): Text {
  return {
    ...{ text, left, top: top + HEIGHT + 4 + line * LEADING, width: WIDTH },
    ...{ color: line === 0 ? theme.ink : theme.muted, isStrong: line === 0 },
  };
}

/** One line, cut where it is wider than its room. */
function write(context: CanvasRenderingContext2D, { text, left, top, width, color, isStrong = false }: Text) {
  context.font = `${isStrong ? 600 : 400} ${FONT_SIZE}px ${FONT}`;
  context.fillStyle = color;
  context.textBaseline = "top";
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > width) shown = `${shown.slice(0, -2)}…`;
  context.fillText(shown, left, top);
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error("the picture is too large"));
    canvas.toBlob(done, "image/png");
  });
}
