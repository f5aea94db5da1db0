import type { ChartBar } from "@/api/generated";
import type { Rect, Scale } from "@/plot/candles/viewport/frame";
import type { Point } from "@/plot/candles/viewport/hover";
import { toTick } from "@/plot/candles/words";

/** Pixels within which a point jumps to a bar's open, high, low or close. */
const SNAP_REACH = 10;
/** Pixels from a drawing within which a press takes hold of it. */
export const HIT_TOLERANCE = 5;

/** A place on the chart that zoom, size and theme leave where it is. */
export interface Anchor {
  bar: number;
  price: number;
}

/** The place under a pixel: the nearest price of a bar within reach where there is one, else the pixel's own tick. */
export function anchorAt(scale: Scale, point: Point, bars: readonly ChartBar[], tick: number): Anchor {
  const own = () => rounded({ bar: scale.barAt(point.x), price: toTick(scale.priceAt(point.y), tick) });
  return snapAt(scale, point, bars) ?? own();
}

/** The open, high, low or close nearest to a pixel and at most `SNAP_REACH` from it; null where there is none. */
export function snapAt(scale: Scale, { x, y }: Point, bars: readonly ChartBar[]): Anchor | null {
  const far = ({ bar, price }: Anchor) => Math.hypot(scale.xOf(bar) - x, scale.yOf(price) - y);
  const [nearest] = bars
    .filter(({ index }) => Math.abs(scale.xOf(index) - x) <= SNAP_REACH)
    .flatMap(({ index: bar, open, high, low, close }) =>
      [open, high, low, close].map((price) => ({ bar, price })),
    )
    .filter((place) => far(place) <= SNAP_REACH)
    .toSorted((a, b) => far(a) - far(b));
  return nearest ?? null;
}

/** Hundredths of a bar, finer than a pixel at any zoom, and a price without the dust of binary fractions. */
export function rounded({ bar, price }: Anchor): Anchor {
  return { bar: Math.round(bar * 100) / 100, price: Number(price.toPrecision(12)) };
}

export function pointOf(scale: Scale, { bar, price }: Anchor): Point {
  return { x: scale.xOf(bar), y: scale.yOf(price) };
}

/** The point of a rectangle nearest to a point. */
export function within({ left, top, width, height }: Rect, { x, y }: Point): Point {
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  return { x: clamp(x, left, left + width), y: clamp(y, top, top + height) };
}
