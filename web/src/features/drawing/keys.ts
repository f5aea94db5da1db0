import { type Anchor, rounded } from "./geometry";

const STEPS: Record<string, readonly [bars: number, ticks: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const LARGE = 10;

/** One bar or tick further by arrow key, ten with Shift; null for any other key. */
export function steppedBy(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  tick: number,
  { bar, price }: Anchor,
): Anchor | null {
  const step = STEPS[key];
  if (!step) return null;
  const times = shiftKey ? LARGE : 1;
  return rounded({ bar: bar + step[0] * times, price: price + step[1] * times * tick });
}
