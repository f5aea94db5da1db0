/** How the demonstrations' signals are computed, as the service takes it (spec/chart.md section 3). */
export interface SimpleConfig {
  enabled: boolean;
  show_bull_breakouts: boolean;
  show_bear_breakouts: boolean;
  bl_signal_ibs: number;
  br_signal_ibs: number;
  /** Outside bars: 0 hidden, 1 normal, 2 strict. */
  ob_behavior: number;
  ft_after_ob: boolean;
  ft_after_cx: boolean;
  show_climax: boolean;
  climax_factor: number;
  /** 0 off, 1 by range, 2 by z-score. */
  show_big_breakouts: number;
  paint_ft_bar: boolean;
  range_filter: boolean;
  range_lookback: number;
  zscore_lookback: number;
  zscore_threshold: number;
  ft_bar_must_bo: boolean;
  ft_bar_must_close_beyond: boolean;
}

/** The day the demonstrations open on; the nearest stands in where the data has none. */
export const DEMO_DATE = "2024-05-15";

/** Such that every colour of the legend can appear. */
export const SIMPLE_DEFAULTS: SimpleConfig = {
  enabled: true,
  show_bull_breakouts: true,
  show_bear_breakouts: true,
  bl_signal_ibs: 69,
  br_signal_ibs: 31,
  ob_behavior: 1,
  ft_after_ob: true,
  ft_after_cx: true,
  show_climax: true,
  climax_factor: 1.8,
  show_big_breakouts: 2,
  paint_ft_bar: true,
  range_filter: false,
  range_lookback: 1,
  zscore_lookback: 20,
  zscore_threshold: 1.05,
  ft_bar_must_bo: false,
  ft_bar_must_close_beyond: true,
};
