import type { AlikeBrier } from "@/api/generated";

/** A back-test of 954 days as of bar 12. */
export function aBrier(code: "better" | "worse" | "cannot_tell"): AlikeBrier {
  return {
    as_of: 12,
    days: 954,
    neighbours: 0.2257,
    base: 0.2312,
    difference: -0.0055,
    confidence_interval: { lower: -0.0099, upper: -0.0011 },
    verdict: {
      against: "plain_rate",
      code,
      words: `Days alike foretell ${code}.`,
      reason: null,
      p: 0.014,
      adjusted_p: 0.04,
      family_size: 7,
    },
  };
}
