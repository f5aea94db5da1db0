import type {
  AthAnalysis,
  BinaryMultiOccurrence,
  EmaAccumulation,
  ExtremeTiming,
  StreakAnalysis,
} from "@/api/generated";

/** Answers that read the sessions in their order, worked out by hand, for tests: 40 matched days of 100. */

/** Final extremes: 20 days at bar 1, 12 at bar 30, 8 at bar 81. */
export const EXTREMES: ExtremeTiming = {
  daily_updates: { average: 2.5, median: 2, max: 7 },
  period_analysis: {
    "1-27": {
      new_extremes: { count: 60, pct_of_total: 60 },
      final_extremes: { count: 20, pct_of_total: 50 },
    },
    "28-54": {
      new_extremes: { count: 30, pct_of_total: 30 },
      final_extremes: { count: 12, pct_of_total: 30 },
    },
    "55-81": {
      new_extremes: { count: 10, pct_of_total: 10 },
      final_extremes: { count: 8, pct_of_total: 20 },
    },
  },
  final_by_bar_days: Array.from({ length: 81 }, (_, index) => (index < 29 ? 20 : index < 80 ? 32 : 40)),
  others: {
    daily_updates: { average: 3.25, median: 3, max: 9 },
    period_analysis: {
      "1-27": {
        new_extremes: { count: 78, pct_of_total: 40 },
        final_extremes: { count: 15, pct_of_total: 25 },
      },
      "28-54": {
        new_extremes: { count: 78, pct_of_total: 40 },
        final_extremes: { count: 15, pct_of_total: 25 },
      },
      "55-81": {
        new_extremes: { count: 39, pct_of_total: 20 },
        final_extremes: { count: 30, pct_of_total: 50 },
      },
    },
    final_by_bar_days: Array.from({ length: 81 }, (_, index) => (index < 53 ? 15 : index < 80 ? 30 : 60)),
  },
};

/** Eight streaks of one session, two of three: 14 of 40 days; the baseline has 20 and 10, 50 of 100. */
export const STREAKS: StreakAnalysis = {
  active_days: 14,
  total_days: 40,
  overall_percentage: 35,
  streak_distribution: { 1: 8, 3: 2 },
  streak_stats: { median_streak: 1, max_streak: 3 },
  mean_streak: 1.4,
  continuation: [
    { length: 1, probability: 0.25, streaks: 8 },
    { length: 2, probability: 1, streaks: 2 },
    { length: 3, probability: null, streaks: 0 },
  ],
  baseline: {
    active_days: 50,
    total_days: 100,
    overall_percentage: 50,
    streak_distribution: { 1: 20, 3: 10 },
    streak_stats: { median_streak: 1, max_streak: 3 },
    mean_streak: 1.6667,
    continuation: [
      { length: 1, probability: 0.3333, streaks: 30 },
      { length: 2, probability: 1, streaks: 10 },
      { length: 3, probability: 0, streaks: 10 },
    ],
  },
};

function bucket(label: string, bar_range: string, pct_range: string, days: number, n: number) {
  return { label, bar_range, pct_range, days, days_pct: (100 * days) / n };
}

/** 40 days: 10 with few of the bars, 30 with nearly all; 2 of them the full day. */
export const EMA: EmaAccumulation = {
  is_5m_ema: true,
  regime_balance: {
    mean_bars: 60.75,
    mean_percentage: 75,
    distribution_buckets: [
      bucket("Few", "17-32", "21-40 %", 10, 40),
      bucket("Nearly all", "65-81", "80-100 %", 30, 40),
    ],
  },
  regime_persistence: {
    runs: 120,
    avg_consecutive_bars: 20.25,
    max_streak: 81,
    continuation_prob_5_plus: 0.5,
    continuation_distribution: [
      { threshold_bars: 5, probability: 0.5 },
      { threshold_bars: 40, probability: null },
    ],
    full_day_regime_prob: 0.05,
  },
  streak_stats: { mean_eod_streak: 12.5, max_streak_in_data: 140 },
  distribution_stats: { quartiles: [40, 66, 78.5] },
};

/** All 100 days: 60 with few of the bars, 40 with nearly all. */
export const EMA_BASELINE: EmaAccumulation = {
  ...EMA,
  regime_balance: {
    mean_bars: 40.5,
    mean_percentage: 50,
    distribution_buckets: [
      bucket("Few", "17-32", "21-40 %", 60, 100),
      bucket("Nearly all", "65-81", "80-100 %", 40, 100),
    ],
  },
};

export const COUNTS: BinaryMultiOccurrence = {
  days_none: { days: 10, percentage: 25 },
  days_once: { days: 20, percentage: 50 },
  days_multiple: { days: 10, percentage: 25 },
  average_when_active: 1.6667,
  max: 5,
  others: {
    days_none: { days: 30, percentage: 50 },
    days_once: { days: 30, percentage: 50 },
    days_multiple: { days: 0, percentage: 0 },
    average_when_active: 1,
    max: 1,
  },
};

/** 10 of 40 days; 9 have a next session, of which 6 are all-time highs too. */
export const HIGHS: AthAnalysis = {
  ath_days: 10,
  percentage: 25,
  days_since_last: { median: 2, max: 61 },
  next_session_ath: 6 / 9,
  next_sessions: 9,
  median_bar_of_first_ath: 7,
  drawdown_when_not: { median: 2.345, q1: 1, q3: 6.5 },
  baseline: {
    ath_days: 60,
    percentage: 60,
    days_since_last: { median: 1, max: 61 },
    next_session_ath: 0.8,
    next_sessions: 60,
    median_bar_of_first_ath: 3,
    drawdown_when_not: { median: 3, q1: 1.5, q3: 7 },
  },
};
