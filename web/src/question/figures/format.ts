import type { Interval, Verdict } from "@/api/generated";
import { asRead, countOf } from "@/lib/text/format";

export const DASH = "–";

/** Both ends of an interval on 0..100. */
export interface Limits {
  lower: number;
  upper: number;
}

/** A rate as an answer may bear its interval: named, as two fields, or not at all. */
export interface BearsInterval {
  confidence_interval?: Interval | null;
  ci_lower?: number | null;
  ci_upper?: number | null;
}

const FALLBACK_POINTS = 2;
const NO_INTERVAL: Interval = { lower: null, upper: null };

/** A fraction 0..1 as a percentage. */
export function toPercent(fraction: number | null | undefined): number | null {
  return fraction === null || fraction === undefined ? null : fraction * 100;
}

export function clampPercent(value: number): number {
  return Math.min(100, Math.max(0, value));
}

/**
 * The interval of `rate` (0..100) on 0..100. Ends that do not pass 1 are fractions. An empty interval draws none;
 * only where the field is absent does the rate itself, plus or minus 2 points, stand in.
 */
export function readInterval(source: BearsInterval, rate: number | null): Limits | null {
  const { ci_lower, ci_upper, confidence_interval = ends(ci_lower, ci_upper) } = source;
  if (confidence_interval === undefined)
    return rate === null ? null : limits(rate - FALLBACK_POINTS, rate + FALLBACK_POINTS);
  const { lower, upper } = confidence_interval ?? NO_INTERVAL;
  if (lower === null || upper === null) return null;
  const scale = upper <= 1 ? 100 : 1;
  return limits(lower * scale, upper * scale);
}

function ends(lower: number | null | undefined, upper: number | null | undefined): Interval | undefined {
  return lower === undefined || upper === undefined ? undefined : { lower, upper };
}

function limits(lower: number, upper: number): Limits {
  return { lower: clampPercent(lower), upper: clampPercent(upper) };
}

/** "58.62 to 71.43", a dash where nothing is known. */
export function formatLimits(interval: Limits | null): string {
  return interval === null ? DASH : `${interval.lower.toFixed(2)} to ${interval.upper.toFixed(2)}`;
}

const AVERAGE_DECIMALS = 1;

/** Decimals of a value that occurs: prices and their differences are in ticks, all else is read like an average. */
export function decimalsOf(unit: string | null): number {
  return unit === "pts" ? 2 : AVERAGE_DECIMALS;
}

/** "12.25 pts", "20.5%": a value that occurs, or stands between two that do. */
export function formatValue(
  value: number | null | undefined,
  unit: string | null,
  decimals = decimalsOf(unit),
): string {
  return value === null || value === undefined ? DASH : withUnit(minus(value.toFixed(decimals)), unit);
}

/** Averages bear one decimal. */
export function formatAverage(value: number | null | undefined, unit: string | null = null): string {
  return formatValue(value, unit, AVERAGE_DECIMALS);
}

/** "3.25 to 19.00 pts", "3.0 to 19.0%", a dash where either end is unknown. */
export function formatSpan(
  lower: number | null | undefined,
  upper: number | null | undefined,
  unit: string | null = null,
  decimals = decimalsOf(unit),
): string {
  if (lower === null || lower === undefined || upper === null || upper === undefined) return DASH;
  return `${formatValue(lower, null, decimals)} to ${formatValue(upper, unit, decimals)}`;
}

export function withUnit(text: string, unit: string | null): string {
  if (unit === null || unit === "") return text;
  return unit === "%" ? `${text}%` : `${text} ${unit}`;
}

/** "+8.2 points", from percentage points. */
export function formatPoints(points: number): string {
  const text = minus(points.toFixed(1));
  return `${points > 0 ? "+" : ""}${text} points`;
}

/** Below it a p decides. */
export const LEVEL = 0.05;

/** "0.013", "below 0.001"; as many decimals as it takes to read as below 0.05 just where it is. */
export function formatTest(value: number): string {
  if (value < 0.001) return "below 0.001";
  let decimals = 3;
  while (Number(value.toFixed(decimals)) < LEVEL !== value < LEVEL) decimals += 1;
  return value.toFixed(decimals);
}

/** "0.041 for 54 comparisons", without a number where the adjustment is not by it; null without a test. */
export function formatAdjusted({ adjusted_p, family_size }: Verdict): string | null {
  if (typeof adjusted_p !== "number") return null;
  const counted = typeof family_size === "number" ? ` for ${countOf(family_size, "comparison")}` : "";
  return `${formatTest(adjusted_p)}${counted}`;
}

/** A number's text with a true minus sign, and none before a rounded zero. */
function minus(text: string): string {
  return Number(text) === 0 ? text.replace("-", "") : asRead(text);
}
