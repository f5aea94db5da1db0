import type { CoinRate, NoCoin } from "@/api/generated";
import { formatPercent } from "@/lib/text/format";
import { formatSpan } from "./format";

/** A coin's rate, and how the days here differ from it. */
type Shown = Pick<CoinRate, "occurrence" | "difference">;

type Reason = NoCoin["reason"];

/** Filters that decide a feature leave a coin nothing to say; the card tells of them already. */
const WITHOUT: Readonly<Record<Reason, string | null>> = {
  known_before_open: "Known before the open: no coin has a say.",
  known_by_then: "Known by then: no coin has a say.",
  decided_by_filters: null,
  few_days: "Too few days to hold against a coin.",
  few_coin_days: "Too few coin days to hold these against.",
};

/** What a coin gives, in a sentence: its rate, and by how much the days here differ where their interval leaves 0 out. */
export function coinSentence(coin: Shown | NoCoin | null | undefined): string | null {
  if (!coin) return null;
  if ("reason" in coin) return WITHOUT[coin.reason];
  const rate = formatPercent(coin.occurrence * 100);
  const { value, lower, upper } = coin.difference;
  if (lower <= 0 && upper >= 0) return `What a coin gives: ${rate}.`;
  const [side, from, to] = value > 0 ? ["more", lower, upper] : ["fewer", -upper, -lower];
  const points = `${Math.abs(value * 100).toFixed(1)} points ${side}`;
  return `A coin gives ${rate}. Here ${points} (${formatSpan(from * 100, to * 100)}).`;
}

/** Why there is no coin; null where there is one, or nothing to say. */
export function noCoin(coin: object | null | undefined): string | null {
  return coin && "reason" in coin ? WITHOUT[coin.reason as Reason] : null;
}

/** The coin's figures; null where there are none. */
export function coinOf<T extends object>(coin: T | NoCoin | null | undefined): T | null {
  return coin && !("reason" in coin) ? coin : null;
}
