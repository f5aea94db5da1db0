import { type RefObject, useLayoutEffect } from "react";
import type { DayBars, Feature } from "@/api/generated";
import { readTheme } from "@/plot/candles/theme";
import { dayPicture, edgesOf, ownEdges, reachOf } from "@/plot/days/day-picture";
import { type DayLook, drawDay } from "@/plot/days/draw-day";
import { eventBar } from "./day-answer";
import { useDayLook } from "./use-day-look";

/** Pixels of paper for each of the screen's. */
const PRINT_RATIO = 3;

/** How days are drawn. */
interface Drawing {
  days: readonly DayBars[];
  /** The feature with the event that is marked; null marks none. */
  answer: Feature | null;
  look: DayLook;
  /** The last bar that was known; null sets none apart. */
  known?: number | null;
  /** Whether each day has its own scale. */
  hasOwnScale?: boolean;
}

/** Draws the days on the canvases of a list, in their order and in one go; again where they get another size or go to paper. */
export function useDrawnDays(
  list: RefObject<HTMLElement | null>,
  days: readonly DayBars[],
  answer: Feature | null,
  { known = null, hasOwnScale = false }: Pick<Drawing, "known" | "hasOwnScale"> = {},
) {
  const look = useDayLook();
  useLightPaper();
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const canvases = [...element.querySelectorAll("canvas")];
    const drawing = { days, answer, look, known, hasOwnScale };
    const draw = () => drawAll(canvases, drawing, window.devicePixelRatio);
    draw();
    const watch = new ResizeObserver(() => isOtherSize(canvases[0]) && draw());
    watch.observe(element);
    const print = () => {
      const theme = readTheme(getComputedStyle(document.documentElement));
      drawAll(canvases, { ...drawing, look: { ...look, theme } }, PRINT_RATIO);
    };
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", draw);
    return () => {
      watch.disconnect();
      window.removeEventListener("beforeprint", print);
      window.removeEventListener("afterprint", draw);
    };
  }, [list, days, answer, look, known, hasOwnScale]);
}

/** The page is light while it goes to paper. */
function useLightPaper() {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    let wasDark = false;
    const print = () => {
      wasDark = classList.replace("dark", "light");
    };
    const printed = () => {
      if (wasDark) classList.replace("light", "dark");
      wasDark = false;
    };
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", printed);
    return () => {
      printed();
      window.removeEventListener("beforeprint", print);
      window.removeEventListener("afterprint", printed);
    };
  }, []);
}

function isOtherSize(canvas: HTMLCanvasElement | undefined): boolean {
  return canvas !== undefined && canvas.width !== Math.round(canvas.clientWidth * window.devicePixelRatio);
}

/** All canvases are as large as the first: its size alone is measured, before any is changed. */
function drawAll(
  canvases: readonly HTMLCanvasElement[],
  { days, answer, look, known = null, hasOwnScale }: Drawing,
  ratio: number,
) {
  const [first] = canvases;
  if (!first || first.clientWidth === 0 || first.clientHeight === 0) return;
  const size = {
    width: Math.round(first.clientWidth * ratio),
    height: Math.round(first.clientHeight * ratio),
  };
  const reach = reachOf(days);
  const thick = Math.max(1, Math.round(ratio));
  for (const [at, canvas] of canvases.entries()) {
    const day = days[at];
    const context = cleared(canvas, size);
    if (!day || !context) continue;
    const edges = hasOwnScale ? ownEdges(day) : edgesOf(day, reach);
    const room = { ...size, ...edges, event: eventBar(answer, day), known, ratio: thick };
    drawDay(context, dayPicture(day, room), look, thick);
  }
}

/** A canvas of this size with nothing on it: one that is as large stays, as another takes its time to make. */
function cleared(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }) {
  const context = canvas.getContext("2d");
  if (canvas.width === width && canvas.height === height) context?.clearRect(0, 0, width, height);
  else Object.assign(canvas, { width, height });
  return context;
}
