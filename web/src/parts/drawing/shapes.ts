import type { ChartData } from "@/api/generated";
import { type Drawing, type Shape, TOOL_NAMES, type Tool } from "@/kept/drawings/drawings";
import { countOf } from "@/lib/text/format";
import type { Scale } from "@/plot/candles/viewport/frame";
import { formatPrice, toTick } from "@/plot/candles/words";
import { type Anchor, pointOf, rounded, within } from "./geometry";

/** The bar and the price of a drawing that one of its handles sets. */
export type Handle = readonly [bar: "x1" | "x2", price: "y1" | "y2"];

const BAR_MINUTES = 5;

const ENDS: readonly Handle[] = [
  ["x1", "y1"],
  ["x2", "y2"],
];

/** What a drawing is pulled by: the ends of a line, the corners of a rectangle. */
export const HANDLES: Record<Tool, readonly Handle[]> = {
  horizontal_line: [],
  trend_line: ENDS,
  rectangle: [...ENDS, ["x1", "y2"], ["x2", "y1"]],
  text: [],
};

const isBar = (field: string) => /^x\d?$/.test(field);
const isPrice = (field: string) => /^y\d?$/.test(field);

/** What two points make, or one where the tool needs no second. */
export function shapeFrom(tool: "trend_line" | "rectangle", from: Anchor, to: Anchor): Shape {
  return { type: tool, x1: from.bar, y1: from.price, x2: to.bar, y2: to.price };
}

/** Whether two points are too much the same to span anything. */
export function isSamePlace(a: Anchor, b: Anchor): boolean {
  return a.bar === b.bar && a.price === b.price;
}

/** The shape as far away as `to` is from `from`. */
export function movedShape<Moved extends Shape>(shape: Moved, from: Anchor, to: Anchor): Moved {
  const bars = to.bar - from.bar;
  const points = to.price - from.price;
  const moved = Object.entries(shape).map(([field, value]) => {
    if (isBar(field)) return [field, rounded({ bar: Number(value) + bars, price: 0 }).bar];
    if (isPrice(field)) return [field, rounded({ bar: 0, price: Number(value) + points }).price];
    return [field, value];
  });
  return Object.fromEntries(moved) as Moved;
}

/** A drawing of an older version, which kept parts of bars and ticks, on whole ones. */
export function onGrid<Drawn extends Shape>(shape: Drawn, tick: number): Drawn {
  const placed = Object.entries(shape).map(([field, value]) => {
    if (isBar(field)) return [field, Math.round(Number(value))];
    if (isPrice(field)) return [field, rounded({ bar: 0, price: toTick(Number(value), tick) }).price];
    return [field, value];
  });
  return Object.fromEntries(placed) as Drawn;
}

/** The drawing with one of its handles somewhere else. */
export function pulledShape(drawing: Drawing, [bar, price]: Handle, to: Anchor): Drawing {
  return { ...drawing, [bar]: to.bar, [price]: to.price };
}

/** The prices of a drawing, from the first it was drawn at. */
export function pricesOf(shape: Shape): number[] {
  return Object.entries(shape).flatMap(([field, value]) => (isPrice(field) ? [Number(value)] : []));
}

/** Between two places: "+12.25 points, 23.40% of ADR10, 14 bars, 70 minutes". */
export function distanceWords(from: Anchor, to: Anchor, { adr10, price_decimals }: ChartData["metadata"]) {
  const points = to.price - from.price;
  const height = Math.abs(points);
  const bars = Math.abs(to.bar - from.bar);
  return [
    `${points < 0 ? "-" : "+"}${formatPrice(height, price_decimals)} points`,
    ...(adr10 ? [`${((100 * height) / adr10).toFixed(2)}% of ADR10`] : []),
    countOf(bars, "bar"),
    countOf(BAR_MINUTES * bars, "minute"),
  ].join(", ");
}

/** Pixels to the right and down from a drawing to its copy. */
const BESIDE = 16;

/** A copy near the drawing, whole bars and ticks away; within the view, also where the drawing is not. */
export function copyOf({ id: _, isHidden: __, ...shape }: Drawing, scale: Scale, tick: number): Shape {
  const from = { bar: "x1" in shape ? shape.x1 : "x" in shape ? shape.x : 0, price: pricesOf(shape)[0] ?? 0 };
  const { x, y } = pointOf(scale, from);
  const place = within(scale.plot, { x: x + BESIDE, y: y + BESIDE });
  const bars = Math.round(scale.barAt(place.x) - from.bar);
  const points = toTick(scale.priceAt(place.y) - from.price, tick);
  return movedShape(shape, { bar: 0, price: 0 }, { bar: bars, price: points });
}

/** "Trend line from bar 3 at 5,010.00 to bar 40 at 5,022.50" */
export function describe(shape: Shape, decimals: number): string {
  const name = TOOL_NAMES[shape.type];
  const at = (bar: number, price: number) => `bar ${Math.round(bar)} at ${formatPrice(price, decimals)}`;
  if (shape.type === "horizontal_line") return `${name} at ${formatPrice(shape.y, decimals)}`;
  if (shape.type === "text") return `${name} “${shape.text}”, ${at(shape.x, shape.y)}`;
  return `${name} from ${at(shape.x1, shape.y1)} to ${at(shape.x2, shape.y2)}`;
}
