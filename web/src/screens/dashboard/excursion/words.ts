import type { ExcursionCell } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { coinOf, noCoin } from "@/question/figures/coin";
import { differenceFigures } from "@/question/figures/difference";
import { DASH, formatSpan, toPercent } from "@/question/figures/format";
import type { DecisionBar, ExcursionParameters, Place, Unit } from "./parameters";

/** Points of difference to a coin from which a cell has its full colour. */
const FULL = 0.15;

export const FIRST = {
  target_first: "Target first",
  stop_first: "Stop first",
  same_bar: "Both in the same bar",
  neither: "Neither by the close",
} as const;

export type First = keyof typeof FIRST;

/** "the open", "the close of bar 12" */
export function barWords(bar: DecisionBar): string {
  return bar === 0 ? "the open" : `the close of bar ${bar}`;
}

/** "30% of ADR10", "12.5 points", "1.5 R"; a stop of targets in R is in percent of ADR10. */
export function distanceWords(distance: number, unit: Unit, which: "target" | "stop"): string {
  if (unit === "points") return `${distance} points`;
  return unit === "r" && which === "target" ? `${distance} R` : `${distance}% of ADR10`;
}

/** "Up from the open, target 30% of ADR10, stop 20% of ADR10" */
export function cellName({ from, side, unit }: ExcursionParameters, { target, stop }: Place): string {
  const way = side === "up" ? "Up" : "Down";
  const words = `target ${distanceWords(target, unit, "target")}, stop ${distanceWords(stop, unit, "stop")}`;
  return `${way} from ${barWords(from)}, ${words}`;
}

export function daysOf(cell: ExcursionCell, first: First): number {
  return cell[`${first}_days`];
}

/** How the rate differs from a coin's, -1 to 1; 0 where that may be chance, or where no coin is known. */
export function tone(cell: ExcursionCell): number {
  const difference = coinOf(cell.coin)?.difference;
  if (!difference || (difference.lower <= 0 && difference.upper >= 0)) return 0;
  return Math.max(-1, Math.min(1, difference.value / FULL));
}

/** "The target came first on 41.20% of 480 days (95% 36.9 to 45.6)." */
export function rateSentence(cell: ExcursionCell): string {
  const days = cell.target_first_days + cell.stop_first_days;
  if (cell.rate === null) return "On no day did target or stop come first alone.";
  const { lower, upper } = cell.confidence_interval;
  const limits = formatSpan(toPercent(lower), toPercent(upper));
  return `The target came first on ${formatPercent(toPercent(cell.rate))} of ${countOf(days, "day")} (95% ${limits}).`;
}

/** "A coin gives 38.00%. Here minus a coin: +5.0 points (1.0 to 9.0).", or why there is no coin. */
function coinWords({ coin }: ExcursionCell): string | null {
  const given = coinOf(coin);
  if (!given) return noCoin(coin);
  return `A coin gives ${formatPercent(toPercent(given.rate))}. Here minus a coin: ${differenceFigures(given.difference)}.`;
}

/** What a coin gives, and from which rate on such a trade pays. */
export function coinAndBreakEven(cell: ExcursionCell): string[] {
  const pays = toPercent(cell.break_even);
  const coin = coinWords(cell);
  return [
    ...(coin === null ? [] : [coin]),
    pays === null
      ? "No rate pays: costs take the whole target."
      : `Break-even from ${formatPercent(pays)} on.`,
  ];
}

/** All of a cell in one sentence, for screen readers. */
export function cellSentence(parameters: ExcursionParameters, cell: ExcursionCell): string {
  const rest = `Both in the same bar on ${formatCount(cell.same_bar_days)}, neither on ${formatCount(cell.neither_days)}.`;
  return [`${cellName(parameters, cell)}.`, rateSentence(cell), ...coinAndBreakEven(cell), rest].join(" ");
}

/** The text of a cell: the rate without decimals, and on which side of a coin's it clearly lies. */
export function cellText(cell: ExcursionCell): string {
  if (cell.rate === null) return DASH;
  const side = tone(cell);
  return `${side === 0 ? "" : side > 0 ? "▲ " : "▼ "}${Math.round(cell.rate * 100)}`;
}
