import type { CurvePoint } from "@/api/generated";
import { coinOf } from "@/question/figures/coin";

/** The values a picture shows, from left to right, and the step between two cuts. */
export interface Span {
  min: number;
  max: number;
  step: number;
}

const CUTS = 250;
const TICKS = 5;
const LEAST_POINTS = 20;

/** The values of a curve's points, to whole steps; a count's step is 1, and a number's never, so that halves are typed. */
export function spanOf(points: readonly CurvePoint[], isCount: boolean): Span {
  const [first, last] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 0];
  const step = isCount ? 1 : cutStep(last - first);
  const min = rounded(Math.floor(first / step) * step);
  const max = rounded(Math.ceil(last / step) * step);
  return { min, max: max > min ? max : min + step, step };
}

function cutStep(width: number): number {
  const step = niceStep(width / CUTS);
  return step === 1 ? 0.5 : step;
}

/** The smallest of 1, 2, 5 times a power of ten that is no smaller than `least`. */
function niceStep(least: number): number {
  if (!(least > 0)) return 0.1;
  const power = 10 ** Math.floor(Math.log10(least));
  return rounded(([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power);
}

/** Without the dust of binary fractions. */
const rounded = (value: number) => Number(value.toPrecision(12));

/** A value on the span's steps. */
export function snapped(value: number, { min, max, step }: Span): number {
  const on = rounded(Math.round(value / step) * step);
  return Math.min(max, Math.max(min, on));
}

/** The place of a value, 0 to 1 from the left; one outside is at the edge. */
export function placeOf(value: number, { min, max }: Pick<Span, "min" | "max">): number {
  return Math.min(1, Math.max(0, (value - min) / (max - min)));
}

/** Round values between the ends, both ends included where they are round. */
export function ticksOf({ min, max }: Pick<Span, "min" | "max">): number[] {
  const step = niceStep((max - min) / TICKS);
  const first = Math.ceil(rounded(min / step));
  const count = Math.floor(rounded(max / step)) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => rounded((first + at) * step));
}

/** The percentages a picture shows: tens around every band and coin, at least 20 points high. */
export function heightOf(points: readonly CurvePoint[]): Pick<Span, "min" | "max"> {
  const all = points.flatMap(({ confidence_interval: { lower, upper }, coin, occurrence }) => [
    lower ?? occurrence,
    upper ?? occurrence,
    coinOf(coin)?.occurrence ?? occurrence,
  ]);
  const min = Math.max(0, Math.floor(10 * Math.min(1, ...all)) * 10);
  const max = Math.min(100, Math.ceil(10 * Math.max(0, ...all)) * 10);
  if (max - min >= LEAST_POINTS) return { min, max };
  return max >= LEAST_POINTS ? { min: max - LEAST_POINTS, max } : { min: 0, max: LEAST_POINTS };
}
