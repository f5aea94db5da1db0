import type { ChartFrame, Rect } from "./frame";
import type { Point } from "./hover";

/** The tooltip's size at most, in pixels. */
const SIZE = { width: 200, height: 264 };
const GAP = 8;

export interface Corner {
  left?: number;
  right?: number;
  top?: number;
  bottom?: number;
}

/** The corner of the plot in which the tooltip covers no name, not the pointer, and fewest candles. */
export function quietCorner(frame: ChartFrame, point: Point, names: readonly Rect[] = []): Corner {
  const { plot, width, height } = frame;
  const [left, right] = [plot.left + GAP, plot.left + plot.width - GAP];
  const [top, bottom] = [plot.top + GAP, plot.top + plot.height - GAP];
  const corners = [
    { x: left, y: top, place: { left, top } },
    { x: right - SIZE.width, y: top, place: { right: width - right, top } },
    { x: left, y: bottom - SIZE.height, place: { left, bottom: height - bottom } },
    {
      x: right - SIZE.width,
      y: bottom - SIZE.height,
      place: { right: width - right, bottom: height - bottom },
    },
  ];
  const [best] = corners
    .map((corner) => ({ ...corner, cost: costOf(corner, frame, point, names) }))
    .toSorted((a, b) => a.cost - b.cost);
  return best?.place ?? {};
}

/** How many candles a box covers; a name counts as all bars, the pointer as more than all names. */
function costOf({ x, y }: Point, frame: ChartFrame, point: Point, names: readonly Rect[]): number {
  const isOver = (left: number, top: number, foot: number) =>
    left >= x - GAP && left <= x + SIZE.width + GAP && foot >= y - GAP && top <= y + SIZE.height + GAP;
  const covered = frame.day.bars.filter(({ index, high, low }) =>
    isOver(frame.xOf(index), frame.yOf(high), frame.yOf(low)),
  );
  const hidden = names.filter(({ left, top, height, width }) => isOver(left + width, top, top + height));
  const weight = hidden.length + (isOver(point.x, point.y, point.y) ? names.length + 1 : 0);
  return covered.length + weight * frame.day.bars.length;
}
