import type {
  LabelCount,
  NumberDistribution,
  NumberPart,
  PercentageDistribution,
  ThresholdAnalysis,
  TimeDistribution,
} from "@/api/generated";
import { otherDays } from "@/lib/testing/coins";

/** Distributions worked out by hand, for tests: 40 matched days and 60 others. */

export const HOURS: TimeDistribution = {
  hours: [
    { label: "9:30", bar_range: "1-12", days: 20, pct: 66.6667 },
    { label: "13:30", bar_range: "49-60", days: 10, pct: 33.3333 },
  ],
  others: {
    hours: [
      { label: "9:30", bar_range: "1-12", days: 15, pct: 50 },
      { label: "13:30", bar_range: "49-60", days: 15, pct: 50 },
    ],
  },
};

export const NUMBERS: NumberDistribution = {
  n: 40,
  mean: 21.25,
  std: 9.04,
  min: -3,
  q1: 14,
  median: 20.5,
  q3: 28,
  max: 61,
  histogram: [
    { lower: null, upper: 10, count: 10 },
    { lower: 10, upper: 20, count: 25 },
    { lower: 20, upper: null, count: 5 },
  ],
  median_interval: { lower: 16, upper: 24 },
  others_histogram: [30, 15, 15],
  others: { n: 60, median: 12.5, q1: 4, q3: 22 },
};

/** Of the 40 matched days 30 on which the event happened, 10 on which it did not; all others had it. */
export const PARTS: NumberPart[] = [
  {
    split_by: "gap_fill_bar",
    happened: true,
    label: "Gap filled",
    matched: { n: 30, median: 12.34, q1: 5.06, q3: 20.4 },
    others: { n: 60, median: 10.9, q1: 4, q3: 18 },
  },
  {
    split_by: "gap_fill_bar",
    happened: false,
    label: "Gap not filled",
    matched: { n: 10, median: 61, q1: 40.2, q3: 75.5 },
    others: { n: 0, median: null, q1: null, q3: null },
  },
];

export const RANGES: PercentageDistribution = {
  summary: { full_range: [-3, 61], median: 20.5, iqr_range: [14, 28] },
  stats: { mean: 21.25, std: 9.04, skewness: 0.512 },
  distribution: { "0 %": [4, 10], "0 to 25 %": [26, 65], ">= 25 %": [10, 25] },
};

export const THRESHOLDS: ThresholdAnalysis = {
  full_range: [-3, 61],
  median: 20.5,
  ranges: [
    {
      label: "0 to 25 %",
      percentage: 65,
      count: 26,
      days: 40,
      confidence_interval: { lower: 0.49, upper: 0.78 },
      others_percentage: 50,
    },
  ],
  reached: [
    {
      threshold: 25,
      direction: "at_or_above",
      count: 10,
      percentage: 25,
      confidence_interval: { lower: 0.14, upper: 0.4 },
      others_percentage: 30,
    },
  ],
  analysis: "The range 0 to 25 % holds the most days: 26 of 40 (65.00 %).",
};

export const LABELS: LabelCount[] = [
  {
    label: "Above",
    value: "above",
    count: 10,
    pct: 25,
    confidence_interval: { lower: 0.14, upper: 0.4 },
    others: otherDays(),
  },
  {
    label: "Inside",
    value: "inside",
    count: 30,
    pct: 75,
    confidence_interval: { lower: 0.6, upper: 0.86 },
    others: otherDays(),
  },
];
