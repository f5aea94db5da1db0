import type { Feature } from "@/api/generated";
import { BARS, CHECKPOINTS, isOnEverySession } from "./figures/bars";
import type { KnownKind } from "./kinds";
import { isSplit } from "./split";

/** Pixels on a narrow card, four in a row, and on a wide one, and what the comparison with the other days adds. */
type Measured = readonly [narrow: number, wide: number, filtered: number];

/** A module, or the line that counts the days without a value. */
export type Place = KnownKind | "missing_days";

const both = (height: number, filtered = 0): Measured => [height, height, filtered];

/** As measured. */
const HEIGHTS: Readonly<Record<Place, Measured>> = {
  occurrence: both(110, 30),
  basic_distribution: [221, 212, 0],
  timing_analysis: [273, 239, 0],
  period_probability: both(134),
  time_distribution: both(154),
  percentage_distribution: both(221),
  threshold_analysis: [116, 99, 0],
  categorical_distribution: both(114, 41),
  extreme_timing: both(345, 24),
  hod_lod_analysis: both(345, 24),
  ema_accumulation: both(298, 35),
  streak_analysis: both(261, 19),
  binary_multi_occurrence: both(134, 19),
  ath_analysis: both(261, 40),
  missing_days: both(17),
};

/** What both kinds of day and the note below them take beyond one middle. */
const SPLIT = 64;
const LABELS = 42;
const LABEL = 24;
const LABELS_FILTERED = 41;
const ANY_LABEL = 28;
const BY_BAR = 244;
const BY_BAR_ROW = 44;

/** A display's height in pixels on a narrow card and on a wide one. */
export function heightOf(place: Place, feature: Feature, filtered: boolean): [number, number] {
  const [narrow, wide, more] = measured(place, feature);
  return filtered ? [narrow + more, wide + more] : [narrow, wide];
}

function measured(place: Place, feature: Feature): Measured {
  const [narrow, wide, filtered] = HEIGHTS[place];
  switch (place) {
    case "basic_distribution":
      return isSplit(feature) ? [narrow + SPLIT, wide + SPLIT, filtered] : labelled(place, feature);
    case "categorical_distribution":
      return labelled(place, feature);
    case "timing_analysis":
      return isOnEverySession(feature) ? both(BY_BAR + rows(feature) * BY_BAR_ROW) : HEIGHTS[place];
    case "ema_accumulation":
    case "streak_analysis":
      return hasTwoSides(feature) ? [narrow * 2, wide * 2, filtered * 2] : HEIGHTS[place];
    default:
      return HEIGHTS[place];
  }
}

function labelled(kind: KnownKind, feature: Feature): Measured {
  const hasAny = feature.metadata.statistical_method.includes("occurrence");
  const height = LABELS + labelCount(feature) * LABEL + (hasAny ? ANY_LABEL : 0);
  return labelCount(feature) === 0 ? HEIGHTS[kind] : both(height, LABELS_FILTERED);
}

export function labelCount({ ui_schema }: Feature): number {
  return ui_schema.filter_component.validation.labels?.length ?? 0;
}

function rows({ business_logic }: Feature): number {
  const last = business_logic.value_range?.max ?? BARS;
  return CHECKPOINTS.filter((bar) => bar < last).length;
}

/** Signed counts and sides of a line are answered for both sides. */
function hasTwoSides(feature: Feature): boolean {
  return labelCount(feature) > 0 || (feature.business_logic.value_range?.min ?? 0) < 0;
}
