import type { CoinRate, NoCoin, OtherDays, Verdict } from "@/api/generated";

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

/** The other days, 60 of them, of which 30 count. */
export function otherDays(parts: Partial<OtherDays> = {}): OtherDays {
  return {
    occurrence: 0.5,
    occurrence_days: 30,
    total_days: 60,
    difference: 0.25,
    confidence_interval: { lower: 0.06, upper: 0.41 },
    lift: 1.5,
    lift_interval: { lower: 1.09, upper: 2.06 },
    verdict: aVerdict({
      against: "others",
      code: "looks_different",
      words: "Other days: 50.00%. Looks different; 1 in 20 comparisons does by chance.",
      p: 0.0206,
      adjusted_p: 0.41,
    }),
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
