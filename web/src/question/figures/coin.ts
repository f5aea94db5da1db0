import type { CoinRate, NoCoin } from "@/api/generated";
import { formatPercent } from "@/lib/text/format";
import { formatSpan } from "./format";

/** A coin's rate, and how the days here differ from it. */
type Shown = Pick<CoinRate, "occurrence" | "difference">;

type Reason = NoCoin["reason"];

/** Filters that decide a feature leave a coin nothing to say; the card tells of them already. */
const WITHOUT: Readonly<Record<Reason, string | null>> = {
  known_before_open: "Known before the open: not compared with a coin.",
  known_by_then: "Known by then: not compared with a coin.",
  decided_by_filters: null,
  few_days: "Too few days to hold against a coin.",
  few_coin_days: "Too few coin days to hold these against.",
};

/** What a coin gives, in a sentence: its rate, and by how much the days here differ where their interval leaves 0 out. */
export function coinSentence(coin: Shown | NoCoin | null | undefined): string | null {
  if (!coin) return null;
  if ("reason" in coin) return WITHOUT[coin.reason];
  const rate = formatPercent(coin.occurrence * 100);
  const clear = clearDifference(coin);
  if (clear === null) return `What a coin gives: ${rate}.`;
  return `A coin gives ${rate}. Here ${clear.points} (${formatSpan(clear.from * 100, clear.to * 100)}).`;
}

/** The same in a few words: "5.1 points more than a coin", or "what a coin gives". */
export function coinWords(coin: Shown): string {
  const clear = clearDifference(coin);
  return clear === null ? "what a coin gives" : `${clear.points} than a coin`;
}

/** By how many points the days here are above or below a coin; null where the interval holds 0. */
function clearDifference({ difference: { value, lower, upper } }: Shown) {
  if (lower <= 0 && upper >= 0) return null;
  const [side, from, to] =
    value > 0 ? (["more", lower, upper] as const) : (["fewer", -upper, -lower] as const);
  return { points: `${Math.abs(value * 100).toFixed(1)} points ${side}`, from, to };
}

/** Why there is no coin; null where there is one, or nothing to say. */
export function noCoin(coin: object | null | undefined): string | null {
  return coin && "reason" in coin ? WITHOUT[coin.reason as Reason] : null;
}

/** The coin's figures; null where there are none. */
export function coinOf<T extends object>(coin: T | NoCoin | null | undefined): T | null {
  return coin && !("reason" in coin) ? coin : null;
}
