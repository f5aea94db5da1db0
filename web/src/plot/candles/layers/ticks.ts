import type { ChartBar } from "@/api/generated";
import { barsOf, type ChartDay } from "../day";
import type { Scale } from "../viewport/frame";
import { lengthOf } from "../viewport/viewport";

/** A text under the plot. */
export interface Tick {
  x: number;
  text: string;
}

const TIMES = ["9:30", "10:30", "11:30", "12:30", "1:30", "2:30", "3:30"];
const BARS_PER_HOUR = 12;
const NUMBER_STEP = 3;
/** Pixels between a text and the one before it. */
const TIME_ROOM = 40;
const NUMBER_ROOM = 20;
const PRICE_ROOM = 46;

/** Times under bars 1, 13, 25, 37, 49, 61 and 73 of each session; every second or fourth where room is short. */
export function timeTicks(day: ChartDay, scale: Scale): Tick[] {
  const every = thinned(BARS_PER_HOUR * scale.spacing, TIME_ROOM);
  return ticked(day, scale, ({ bar_number }) => {
    const hour = (bar_number - 1) / BARS_PER_HOUR;
    return hour % every === 0 ? TIMES[hour] : undefined;
  });
}

/**
 * Bar numbers under bar 1 and every third bar from 3 to 81; fewer where room is short, and the last of the day before
 * gives way to bar 1.
 */
export function numberTicks(day: ChartDay, scale: Scale): Tick[] {
  const every = NUMBER_STEP * thinned(NUMBER_STEP * scale.spacing, NUMBER_ROOM);
  const hasRoom = ({ index }: ChartBar) => index > 0 || (1 - index) * scale.spacing >= NUMBER_ROOM;
  return ticked(day, scale, (bar) =>
    bar.bar_number === 1 || (bar.bar_number % every === 0 && hasRoom(bar))
      ? String(bar.bar_number)
      : undefined,
  );
}

/** Round prices within the plot, one about every 46 pixels. */
export function priceTicks({ prices, plot }: Scale): number[] {
  const step = roundStep((lengthOf(prices) * PRICE_ROOM) / plot.height);
  const first = Math.ceil(prices.from / step);
  const count = Math.floor(prices.to / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
}

/** The least of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 2.5, 5, 10].find((multiple) => multiple * power >= least) ?? 10);
}

/** 1, 2, 4, ...: how many steps must lie between two texts. */
function thinned(step: number, room: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(room / step)));
}

function ticked(day: ChartDay, scale: Scale, textOf: (bar: ChartBar) => string | undefined): Tick[] {
  const { left, width } = scale.plot;
  const bars = [...barsOf(day, "previous"), ...barsOf(day, "current")];
  return bars.flatMap((bar) => {
    const text = textOf(bar);
    const x = scale.xOf(bar.index);
    return text !== undefined && x >= left && x <= left + width ? [{ x, text }] : [];
  });
}
