import type { ChartBar } from "@/api/generated";
import type { Rect, Scale } from "@/plot/candles/viewport/frame";
import type { Point } from "@/plot/candles/viewport/hover";
import { toTick } from "@/plot/candles/words";

/** Pixels within which a point jumps to a bar's open, high, low or close, or to a level. */
const SNAP_REACH = 10;
/** Pixels from a drawing within which a press takes hold of it. */
export const HIT_TOLERANCE = 5;

/** A place on the chart that zoom, size and theme leave where it is. */
export interface Anchor {
  bar: number;
  price: number;
}

/** What a point jumps to: bars and the prices of levels. */
export interface Magnets {
  bars: readonly ChartBar[];
  levels: readonly number[];
}

/** The place under a pixel: the nearest price within reach where there is one, else the pixel's own bar and tick. */
export function anchorAt(scale: Scale, point: Point, magnets: Magnets | null, tick: number): Anchor {
  const own = () => rounded({ bar: scale.barAt(point.x), price: toTick(scale.priceAt(point.y), tick) });
  return (magnets && snapAt(scale, point, magnets)) ?? own();
}

/** The open, high, low, close or level nearest to a pixel and at most `SNAP_REACH` from it; null where there is none. */
export function snapAt(scale: Scale, { x, y }: Point, { bars, levels }: Magnets): Anchor | null {
  const own = rounded({ bar: scale.barAt(x), price: 0 }).bar;
  const onBars = bars
    .filter(({ index }) => Math.abs(scale.xOf(index) - x) <= SNAP_REACH)
    .flatMap(({ index: bar, open, high, low, close }) =>
      [open, high, low, close].map((price) => ({ bar, price, across: scale.xOf(bar) - x })),
    );
  const onLevels = levels.map((price) => ({ bar: own, price, across: 0 }));
  const [nearest] = [...onBars, ...onLevels]
    .map(({ bar, price, across }) => ({ bar, price, far: Math.hypot(across, scale.yOf(price) - y) }))
    .filter(({ far }) => far <= SNAP_REACH)
    .toSorted((a, b) => a.far - b.far);
  return nearest ? { bar: nearest.bar, price: nearest.price } : null;
}

/** A whole bar, and a price without the dust of binary fractions. */
export function rounded({ bar, price }: Anchor): Anchor {
  return { bar: Math.round(bar), price: Number(price.toPrecision(12)) };
}

export function pointOf(scale: Scale, { bar, price }: Anchor): Point {
  return { x: scale.xOf(bar), y: scale.yOf(price) };
}

/** The point of a rectangle nearest to a point. */
export function within({ left, top, width, height }: Rect, { x, y }: Point): Point {
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  return { x: clamp(x, left, left + width), y: clamp(y, top, top + height) };
}
