import type { ModuleResult } from "@/api/generated";
import type { KnownKind } from "../kinds";
import {
  INVALID_PERIODS,
  NO_DISTRIBUTION,
  NO_OCCURRENCES,
  NO_PERIODS,
  NO_STATISTICS,
  NO_TIMING,
  UNREAD_DISTRIBUTION,
} from "../words";
import { ema } from "./ema";
import { counts, highs } from "./events";
import { extremes } from "./extremes";
import { basic, labels } from "./numbers";
import { occurrence } from "./occurrence";
import { ranges, thresholds } from "./ranges";
import type { DisplayContext, Sections } from "./section";
import { streaks } from "./streaks";
import { hours, periods, timing } from "./timing";

type Data = NonNullable<ModuleResult["data"]>;

/** What a display says without an answer, to one without its field, and without a day; null where it can tell. */
type Words = readonly [absent: string, unlike: string, none: string | null];

const DISTRIBUTION: Words = [NO_DISTRIBUTION, UNREAD_DISTRIBUTION, NO_DISTRIBUTION];

interface Display {
  /** By which the answer is known. */
  field: PropertyKey;
  sections: (data: Data, context: DisplayContext) => Sections;
  words: Words;
}

const DISPLAYS: Readonly<Record<KnownKind, Display>> = {
  occurrence: display("occurrence_days", occurrence, [NO_STATISTICS, NO_STATISTICS, null]),
  basic_distribution: display("n", basic),
  timing_analysis: display("by_bar_days", timing, [NO_TIMING, NO_TIMING, NO_OCCURRENCES]),
  period_probability: display("periods", periods, [NO_PERIODS, INVALID_PERIODS, NO_PERIODS]),
  time_distribution: display("hours", hours),
  percentage_distribution: display("distribution", ranges),
  threshold_analysis: display("analysis", thresholds),
  extreme_timing: display("daily_updates", extremes, [NO_TIMING, NO_TIMING, NO_TIMING]),
  categorical_distribution: display("labels", labels),
  hod_lod_analysis: display("daily_updates", extremes, [NO_TIMING, NO_TIMING, NO_TIMING]),
  ema_accumulation: display("regime_balance", ema),
  streak_analysis: display("streak_distribution", streaks),
  binary_multi_occurrence: display("days_none", counts),
  ath_analysis: display("ath_days", highs),
};

function display<T extends Data>(
  field: keyof T,
  sections: (data: T, context: DisplayContext) => Sections,
  words = DISTRIBUTION,
): Display {
  return { field, sections: sections as Display["sections"], words };
}

/** What a module of this kind shows of its answer. */
export function sectionsOf(kind: KnownKind, data: Data | null, context: DisplayContext): Sections {
  const { field, sections, words } = DISPLAYS[kind];
  const [absent, unlike, none] = words;
  if (!data) return [{ empty: absent }];
  // Unfiltered there are no other days to speak of.
  const answer = context.filtered ? data : { ...data, others: null, others_histogram: null };
  if ((answer[field as keyof Data] ?? null) === null) return [{ empty: unlike }];
  if (none === null) return sections(answer, context);
  const shown = context.n === 0 ? [] : sections(answer, context);
  return shown.length === 0 ? [{ empty: none }] : shown;
}
