import type {
  Feature,
  FeatureResult,
  ModuleResult,
  Occurrence,
  PeriodProbability,
  TimingAnalysis,
} from "@/api/generated";
import { otherDays } from "@/lib/testing/coins";

/** Answers worked out by hand, for tests: 40 matched days and 60 others. */

export const FEATURE: Feature = {
  name: "gap_fill_bar",
  displayName: "Gap Fill (bar)",
  category: "GAPS",
  enabled: true,
  type: "integer bar",
  metadata: {
    category: "GAPS",
    display_name: "Gap Fill (bar)",
    description: "",
    tooltip: "",
    filterable: true,
    visualization: "occurrence",
    type: "integer bar",
    unit: null,
    statistical_method: ["occurrence", "timing_analysis"],
  },
  ui_schema: {
    filter_component: {
      type: "NumericFilter",
      operators: ["="],
      validation: {},
      defaultOperator: "=",
      placeholder: null,
    },
    statistics_component: ["occurrence", "timing_analysis"],
    display_group: "GAPS",
    display_order: 80,
  },
  business_logic: {
    filter_strategy: "daily_eod",
    value_range: null,
    data_type: "Int8",
    value_format: "bar",
    bucket_edges: null,
    hard_min: null,
    hard_max: null,
  },
  plain: "The first bar on which the gap filled.",
  phrase: "Gap filled",
  phrase_not: "Gap not filled",
  question: "Will the gap fill?",
  label_words: [],
  example: "The gap filled on bar 5.",
  known_at: "event",
  known_words: "when it happens",
  known_at_bar: 81,
  resolves_from: 1,
  spans_from: 1,
  clean_twins: [],
  by_bar_safe: true,
  applies_from: null,
  tier: "lite",
  has_prev_twin: true,
};

export function moduleOf(data: ModuleResult["data"], display_name: string, n = 40): ModuleResult {
  return { status: "success", display_name, data, error: null, metadata: { n, missing_days: 0 } };
}

export function resultOf(
  modules: Record<string, ModuleResult>,
  metadata: Partial<FeatureResult["metadata"]> = {},
) {
  return {
    feature: FEATURE.name,
    metadata: {
      display_name: FEATURE.displayName,
      category: "GAPS",
      kind: "event",
      unit: null,
      known_at_bar: 81,
      sample_size: { days: 40, grade: "medium" },
      conditioned: false,
      look_ahead: [],
      ...metadata,
    },
    modules,
  } satisfies FeatureResult;
}

export const OCCURRENCE: Occurrence = {
  occurrence: 0.75,
  occurrence_days: 30,
  total_days: 40,
  confidence_interval: { lower: 0.598, upper: 0.858 },
  baseline: { occurrence: 0.6, occurrence_days: 60, total_days: 100 },
  others: otherDays(),
};

/** 20 events at bar 2, 10 at bar 30; the others' 30 in halves at bars 2 and 60. */
export const TIMING: TimingAnalysis = {
  total_occurrences: 30,
  median_bar: 2,
  mean_bar: 11.333,
  q1: 2,
  q3: 30,
  iqr: 28,
  distribution: { 2: 20, 30: 10 },
  by_bar_days: Array.from({ length: 81 }, (_, index) => (index < 1 ? 0 : index < 29 ? 20 : 30)),
  others: {
    total_occurrences: 60,
    median_bar: 31,
    mean_bar: 31,
    q1: 2,
    q3: 60,
    iqr: 58,
    distribution: { 2: 30, 60: 30 },
    by_bar_days: [],
  },
};

const NONE = { lower: null, upper: null };

function period(bar_range: string, days: number, n: number) {
  const probability = n === 0 ? null : days / n;
  const confidence_interval = probability === null ? NONE : { lower: probability / 2, upper: probability };
  return { bar_range, days, probability, confidence_interval, share_of_events: null };
}

export function periodsOf(days: [number, number, number], n: number): PeriodProbability {
  return {
    periods: {
      Morning: period("1-27", days[0], n),
      "Mid-Session": period("28-54", days[1], n),
      "Late Session": period("55-81", days[2], n),
    },
    most_likely_period: n === 0 ? null : "Morning",
  };
}
