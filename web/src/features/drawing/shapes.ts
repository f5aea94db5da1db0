import { formatPrice } from "@/charts/candles/words";
import { type Anchor, rounded } from "./geometry";
import { type Shape, TOOL_NAMES } from "./state/drawings";

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
  const at = (bar: number, price: number) => rounded({ bar: bar + bars, price: price + points });
  switch (shape.type) {
    case "horizontal_line":
      return { ...shape, y: at(0, shape.y).price };
    case "text": {
      const { bar, price } = at(shape.x, shape.y);
      return { ...shape, x: bar, y: price };
    }
    default: {
      const [one, two] = [at(shape.x1, shape.y1), at(shape.x2, shape.y2)];
      return { ...shape, x1: one.bar, y1: one.price, x2: two.bar, y2: two.price };
    }
  }
}

/** "Trend line from bar 3 at 5,010.00 to bar 40 at 5,022.50" */
export function describe(shape: Shape, decimals: number): string {
  const name = TOOL_NAMES[shape.type];
  const at = (bar: number, price: number) => `bar ${Math.round(bar)} at ${formatPrice(price, decimals)}`;
  switch (shape.type) {
    case "horizontal_line":
      return `${name} at ${formatPrice(shape.y, decimals)}`;
    case "text":
      return `${name} “${shape.text}”, ${at(shape.x, shape.y)}`;
    default:
      return `${name} from ${at(shape.x1, shape.y1)} to ${at(shape.x2, shape.y2)}`;
  }
}
