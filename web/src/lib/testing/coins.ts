import type { CoinRate, NoCoin, Verdict } from "@/api/generated";

/** Of a test against a coin. */
export function aVerdict(parts: Partial<Verdict> = {}): Verdict {
  return {
    against: "coin",
    code: "more",
    words: "5.1 points more than a coin (60.20%).",
    p: 0.0004,
    adjusted_p: 0.02,
    ...parts,
  };
}

/** What a coin gives on 40 days, one of which has no coin day that matches. */
export function aCoin(parts: Partial<CoinRate> = {}): CoinRate {
  return {
    days: 39,
    unpaired_days: 1,
    occurrence: 0.602,
    difference: 0.148,
    confidence_interval: { lower: 0.01, upper: 0.25 },
    verdict: aVerdict(),
    expect: { rate: 0.66, of: 10, low: 5, high: 8 },
    ...parts,
  };
}

export const NO_COIN: NoCoin = {
  verdict: aVerdict({
    code: "not_tested",
    words: "Known before the open, so there is no coin to compare with.",
    reason: "no_coin",
    p: null,
    adjusted_p: null,
  }),
};
