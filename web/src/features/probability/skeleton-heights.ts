import type { Feature } from "@/api/generated";
import { BARS, CHECKPOINTS, isOnEverySession } from "./figures/bars";
import type { KnownKind } from "./kinds";
import { isSplit } from "./split";

/** A display's height in pixels on a narrow card, four in a row, and on a wide one. */
export interface Height {
  narrow: number;
  wide: number;
}

type Measured = Height & { filtered: number };

const both = (height: number, filtered = 0): Measured => ({ narrow: height, wide: height, filtered });

/** As measured; `filtered` is what the comparison with the other days adds. */
const HEIGHTS: Readonly<Record<KnownKind, Measured>> = {
  occurrence: both(110, 30),
  basic_distribution: { narrow: 221, wide: 212, filtered: 0 },
  timing_analysis: { narrow: 273, wide: 239, filtered: 0 },
  period_probability: both(134),
  time_distribution: both(154),
  percentage_distribution: both(221),
  threshold_analysis: { narrow: 116, wide: 99, filtered: 0 },
  categorical_distribution: both(114, 41),
  extreme_timing: both(345, 24),
  hod_lod_analysis: both(345, 24),
  ema_accumulation: both(298, 35),
  streak_analysis: both(261, 19),
  binary_multi_occurrence: both(134, 19),
  ath_analysis: both(261, 40),
};

/** The line that counts the days without a value. */
export const MISSING_DAYS: Height = { narrow: 17, wide: 17 };

/** What both kinds of day and the note below them take beyond one middle. */
const SPLIT = 64;
const LABELS = 42;
const LABEL = 24;
const LABELS_FILTERED = 41;
const ANY_LABEL = 28;
const BY_BAR = 244;
const BY_BAR_ROW = 44;

export function heightOf(kind: KnownKind, feature: Feature, filtered: boolean): Height {
  const { narrow, wide, filtered: more } = measured(kind, feature);
  const added = filtered ? more : 0;
  return { narrow: narrow + added, wide: wide + added };
}

function measured(kind: KnownKind, feature: Feature): Measured {
  if (kind === "basic_distribution" && isSplit(feature)) return split(HEIGHTS[kind]);
  if (kind === "basic_distribution" || kind === "categorical_distribution")
    return measuredLabels(feature) ?? HEIGHTS[kind];
  if (kind === "timing_analysis" && isOnEverySession(feature))
    return both(BY_BAR + rows(feature) * BY_BAR_ROW);
  const { narrow, wide, filtered } = HEIGHTS[kind];
  const isTwice = (kind === "ema_accumulation" || kind === "streak_analysis") && hasTwoSides(feature);
  return isTwice ? { narrow: narrow * 2, wide: wide * 2, filtered: filtered * 2 } : HEIGHTS[kind];
}

function split({ narrow, wide, filtered }: Measured): Measured {
  return { narrow: narrow + SPLIT, wide: wide + SPLIT, filtered };
}

function measuredLabels({ metadata, ui_schema }: Feature): Measured | null {
  const labels = ui_schema.filter_component.validation.labels?.length ?? 0;
  if (labels === 0) return null;
  const hasAny = metadata.statistical_method.includes("occurrence");
  return both(LABELS + labels * LABEL + (hasAny ? ANY_LABEL : 0), LABELS_FILTERED);
}

function rows({ business_logic }: Feature): number {
  const last = business_logic.value_range?.max ?? BARS;
  return CHECKPOINTS.filter((bar) => bar < last).length;
}

/** Signed counts and sides of a line are answered for both sides. */
function hasTwoSides({ business_logic, ui_schema }: Feature): boolean {
  const labels = ui_schema.filter_component.validation.labels?.length ?? 0;
  return labels > 0 || (business_logic.value_range?.min ?? 0) < 0;
}
