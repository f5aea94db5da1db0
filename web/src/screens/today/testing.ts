import type { Claim, KnownFeature, NextAnswer, QuestionRate } from "@/api/generated";
import { aClaim as anyClaim } from "@/lib/testing/claims";
import { NO_COIN } from "@/lib/testing/coins";
import { aFeature, gapClass, gapFillBar } from "@/lib/testing/fixtures";

const gapSize = {
  ...aFeature({ name: "gap_size_pct_adr", displayName: "Absolute Gap (% of ADR10)" }),
};
gapSize.metadata.unit = "%";
const weekday = aFeature({
  name: "weekday",
  displayName: "Weekday",
  category: "DAYDATE",
  type: "enum (multi)",
  knownAt: "pre",
  component: { type: "MultiSelectFilter", validation: { enum: ["Mon", "Fri"] } },
});
const bullDay = aFeature({ name: "close_above_open", displayName: "Bull Day", type: "boolean" });

export const NEXT_FEATURES = [gapSize, gapClass, gapFillBar, weekday, bullDay];

/** Something known; asked by its value where `parts` say nothing else. */
export const aKnown = (
  parts: Partial<KnownFeature> & Pick<KnownFeature, "feature" | "value">,
): KnownFeature => ({
  since: 0,
  rank: null,
  share: 0.23,
  days: 122,
  filter: { feature: parts.feature, operator: "=", value: parts.value },
  ...parts,
});

export const FRIDAY = aKnown({
  feature: "weekday",
  value: "Fri",
  since: -1,
  share: 0.196,
  filter: { feature: "weekday", operator: "in", value: ["Fri"] },
});
export const DOWN_DAY = aKnown({ feature: "close_above_open_prev", value: false, since: -1, share: 0.46 });
export const GAP_SIZE = aKnown({
  feature: "gap_size_pct_adr",
  value: 31.2,
  rank: 0.71,
  filter: { feature: "gap_size_pct_adr", operator: "range", value: [25, 50] },
});
const GAP_CLASS = aKnown({
  feature: "gap_class",
  value: "full_up",
  filter: { feature: "gap_class", operator: "in", value: ["full_up"] },
});

/** The next session by the night alone. */
export function aNext(parts: Partial<NextAnswer> = {}): NextAnswer {
  return {
    symbol: "ES",
    session_date: "2026-11-27",
    is_short: true,
    contract: "ESZ26",
    as_of: -1,
    source: "night",
    at: null,
    is_stale: false,
    tick: 0.25,
    levels: {
      ...{ hoy: 6820, loy: 6771.5, coy: 6790.25, adr10: 82, ath: 6952.5, ema20: 6793.1234 },
      ...{ gxh: null, gxl: null, open: null },
    },
    events: [],
    known: [FRIDAY, DOWN_DAY],
    ruled_out: [],
    notes: [],
    last_session: "2026-11-25",
    snapshot: "s1",
    ...parts,
  };
}

/** The same with an open. */
export const anOpened = (open: number, parts: Partial<NextAnswer> = {}): NextAnswer =>
  aNext({
    as_of: 0,
    source: "typed",
    known: [GAP_SIZE, GAP_CLASS, FRIDAY, DOWN_DAY],
    levels: { ...aNext().levels, open },
    ...parts,
  });

const INTERVAL = { lower: 0.55, upper: 0.73 };

export function aClaim(id: string, group: string, question: string): Claim {
  return anyClaim({
    ...{ id, group, question, filters: [], outcome: {} },
    ...{ days: 531, occurrence_days: 340, rate: 0.64, confidence_interval: INTERVAL },
    ...{ coin: null, years: [] },
  });
}

export function aRate(id: string, parts: Partial<QuestionRate> = {}): QuestionRate {
  return {
    ...{ id, days: 120, occurrence_days: 77, occurrence: 77 / 120, confidence_interval: INTERVAL },
    all: { occurrence: 0.653, occurrence_days: 347, total_days: 531 },
    coin: NO_COIN,
    ...parts,
  };
}
