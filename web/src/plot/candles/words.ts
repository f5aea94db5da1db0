import type { ChartBar } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { barsOf, type ChartDay } from "./day";
import { type BarSignal, SIGNAL_MEANINGS } from "./layers/signals";

const NONE = "–";
export const AFTER_CLOSE = "after the close";
const LONGEST_FILTERS = 150;

/** 5,213.25; at least two decimals, more where the instrument's tick needs them. */
export function formatPrice(price: number, decimals = 2): string {
  return numbersWith(Math.max(2, decimals)).format(price);
}

const FORMATS = new Map<number, Intl.NumberFormat>();

/** One format for each number of digits: making one takes longer than a frame has. */
function numbersWith(digits: number): Intl.NumberFormat {
  const known = FORMATS.get(digits);
  if (known) return known;
  const limits = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const made = new Intl.NumberFormat("en-US", limits);
  FORMATS.set(digits, made);
  return made;
}

/** The header's second line; beyond 150 characters it ends in "...". */
export function filtersLine(filters: readonly string[]): string {
  if (filters.length === 0) return "No active filters";
  const line = `Filters: ${filters.join(" | ")}`;
  return line.length > LONGEST_FILTERS ? `${line.slice(0, LONGEST_FILTERS)}...` : line;
}

/** What the tooltip says of a bar, as name and value. */
export function tooltipRows(
  bar: ChartBar,
  signal: BarSignal | undefined,
  decimals: number,
): [string, string][] {
  const price = (value: number | null) => (value === null ? NONE : formatPrice(value, decimals));
  return [
    ["Bar", bar.session === "current" ? `${bar.bar_number}` : `${bar.bar_number} (previous day)`],
    ["Time", bar.time_label],
    ["Open", price(bar.open)],
    ["High", price(bar.high)],
    ["Low", price(bar.low)],
    ["Close", price(bar.close)],
    ["IBS", String(Math.round(bar.ibs))],
    ["Bar Range", price(bar.bar_range)],
    ["Avg Range", price(bar.avg_range)],
    ["Z-Score (Range)", score(bar.z_score_full)],
    ["Z-Score (Body)", score(bar.z_score_body)],
    ["Signal", signalText(signal)],
  ];
}

/** The bar's four prices, each with its letter. */
export function legendOf({ open, high, low, close }: ChartBar, decimals: number): [string, string][] {
  const prices = { O: open, H: high, L: low, C: close };
  return Object.entries(prices).map(([name, price]) => [name, formatPrice(price, decimals)]);
}

/** The price of the instrument's nearest tick. */
export function toTick(price: number, tick: number): number {
  return Math.round(price / tick) * tick;
}

/** "bull breakout (1)", "bull follow-through (10), FT 1", "None". */
export function signalText(signal: BarSignal | undefined): string {
  if (!signal) return "None";
  const text = `${SIGNAL_MEANINGS[signal.type]} (${signal.type})`;
  return signal.ft === 0 ? text : `${text}, FT ${signal.ft}`;
}

function score(value: number | null): string {
  return value === null ? NONE : value.toFixed(2);
}

/** One sentence on the day, for screen readers. */
export function dayLabel({ bars, metadata }: ChartDay): string {
  const current = barsOf({ bars }, "current");
  const [first, last] = [current[0], current.at(-1)];
  if (!first || !last) return `${metadata.symbol} on ${metadata.currentDate}: no bars`;
  const price = (value: number) => formatPrice(value, metadata.price_decimals);
  const high = Math.max(...current.map((bar) => bar.high));
  const low = Math.min(...current.map((bar) => bar.low));
  const signals = metadata.amaEnabled ? `, ${countOf(metadata.amaSignalCount, "AMA signal")}` : "";
  return (
    `${metadata.symbol} on ${first.date}: ${countOf(current.length, "bar")}, open ${price(first.open)}, ` +
    `high ${price(high)}, low ${price(low)}, close ${price(last.close)}${signals}`
  );
}
