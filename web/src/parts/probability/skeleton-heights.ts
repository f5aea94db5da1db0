import type { Feature } from "@/api/generated";
import { BARS, CHECKPOINTS, isOnEverySession } from "./figures/bars";
import { both, type Height, KINDS, type KnownKind, knownKind } from "./kinds";
import { isSplit } from "./split";

/**
 * A module, or a part between modules: the answer in one line, the curve of an event with the switch to its modules, the
 * line that counts the days without a value.
 */
export type Place = KnownKind | "first_line" | "by_when" | "missing_days";

/** What both kinds of day and the note below them take beyond one middle. */
const SPLIT = 64;
const LABELS = 42;
const LABEL = 24;
const LABELS_FILTERED = 28;
const ANY_LABEL = 28;
/** The line that no coin decides what is known before the open. */
const NO_COIN = [38, 21] as const;
/** Of an event it also says by when. */
const FIRST_LINE = [43, 34, 17] as const;
const FIRST_LINE_OF_EVENT = [60, 43, 0] as const;
const BY_WHEN = both(178);
const MISSING_DAYS = 17;
const BY_BAR = 244;
const BY_BAR_ROW = 44;

/** A display's height in pixels on a narrow card and on a wide one. */
export function heightOf(place: Place, feature: Feature, filtered: boolean): [number, number] {
  const [narrow, wide, more] = measured(place, feature);
  return filtered ? [narrow + more, wide + more] : [narrow, wide];
}

function measured(place: Place, feature: Feature): Height {
  switch (place) {
    case "missing_days":
      return both(MISSING_DAYS);
    case "by_when":
      return BY_WHEN;
    case "first_line":
      return isTimed(feature) ? FIRST_LINE_OF_EVENT : FIRST_LINE;
    default:
      return ofModule(place, feature);
  }
}

function ofModule(place: KnownKind, feature: Feature): Height {
  const [narrow, wide, filtered] = KINDS[place];
  switch (place) {
    case "basic_distribution":
      return isSplit(feature) ? [narrow + SPLIT, wide + SPLIT, filtered] : labelled(place, feature);
    case "categorical_distribution":
      return labelled(place, feature);
    case "timing_analysis":
      return isOnEverySession(feature) ? both(BY_BAR + rows(feature) * BY_BAR_ROW) : KINDS[place];
    case "ema_accumulation":
    case "streak_analysis":
      return hasTwoSides(feature) ? [narrow * 2, wide * 2, filtered * 2] : KINDS[place];
    default:
      return KINDS[place];
  }
}

function labelled(kind: KnownKind, feature: Feature): Height {
  const hasAny = feature.metadata.statistical_method.includes("occurrence");
  const height = LABELS + labelCount(feature) * LABEL + (hasAny ? ANY_LABEL : 0);
  const [narrow, wide] = feature.known_at_bar === 0 ? NO_COIN : [0, 0];
  return labelCount(feature) === 0 ? KINDS[kind] : [height + narrow, height + wide, LABELS_FILTERED];
}

/** Whether an event's answer tells when it came. */
export function isTimed({ metadata }: Feature): boolean {
  return metadata.statistical_method.some((name) => knownKind(name) === "timing_analysis");
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
