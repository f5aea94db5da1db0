import { type RefObject, useLayoutEffect } from "react";
import type { DayBars } from "@/api/generated";
import { readTheme } from "@/plot/candles/theme";
import { dayPicture, reachOf, ticksOf } from "@/plot/days/day-picture";
import { type DayLook, drawDay } from "@/plot/days/draw-day";
import { useDayLook } from "./use-day-look";

/** Pixels of paper for each of the screen's. */
const PRINT_RATIO = 3;

/** Draws the days on the canvases of a list, in their order and in one go; again where they get another size or go to paper. */
export function useDrawnDays(list: RefObject<HTMLElement | null>, days: readonly DayBars[]) {
  const look = useDayLook();
  useLightPaper();
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const canvases = [...element.querySelectorAll("canvas")];
    const draw = () => drawAll(canvases, days, look, window.devicePixelRatio);
    draw();
    const watch = new ResizeObserver(() => isOtherSize(canvases[0]) && draw());
    watch.observe(element);
    const print = () => {
      const theme = readTheme(getComputedStyle(document.documentElement));
      drawAll(canvases, days, { ...look, theme }, PRINT_RATIO);
    };
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", draw);
    return () => {
      watch.disconnect();
      window.removeEventListener("beforeprint", print);
      window.removeEventListener("afterprint", draw);
    };
  }, [list, days, look]);
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
  days: readonly DayBars[],
  look: DayLook,
  ratio: number,
) {
  const [first] = canvases;
  if (!first || first.clientWidth === 0 || first.clientHeight === 0) return;
  const size = {
    width: Math.round(first.clientWidth * ratio),
    height: Math.round(first.clientHeight * ratio),
  };
  const reach = reachOf(days);
  for (const [at, canvas] of canvases.entries()) {
    const day = days[at];
    const context = cleared(canvas, size);
    if (!day || !context) continue;
    drawDay(context, dayPicture(day, size, ticksOf(day, reach)), look, Math.max(1, Math.round(ratio)));
  }
}

/** A canvas of this size with nothing on it: one that is as large stays, as another takes its time to make. */
function cleared(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }) {
  const context = canvas.getContext("2d");
  if (canvas.width === width && canvas.height === height) context?.clearRect(0, 0, width, height);
  else Object.assign(canvas, { width, height });
  return context;
}
