import type { Limits } from "@/lib/text/number-text";
import { AMA_LIMITS, IBS_LIMITS, IBS_OFF } from "@/plot/settings/ama-settings";

/** How the page of a demonstration is laid out. */
export const PAGE = { gap: 3, p: { xs: "16px 12px", sm: 6 } };

/** The day the demonstrations open on; the nearest replaces it where the data has none. */
export const DEMO_DATE = "2024-05-15";

/** How signals are computed (spec/chart.md section 3), such that every colour of the legend can appear. */
export const SIMPLE_DEFAULTS = {
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

export type SimpleConfig = typeof SIMPLE_DEFAULTS;

/** A switch, unless it has choices, counted from 0, or limits. */
export interface SimpleField {
  key: keyof SimpleConfig;
  label: string;
  choices?: readonly string[];
  limits?: Limits;
  /** The value of an empty box. */
  empty?: number;
}

const IBS = { limits: IBS_LIMITS, empty: IBS_OFF };
const { factor, zscoreLookback, zscoreThreshold, rangeLookback } = AMA_LIMITS;

/** The popover's controls, in its order; the switch over the chart is not among them. */
export const SIMPLE_FIELDS: readonly SimpleField[] = [
  { key: "show_bull_breakouts", label: "Bull breakouts" },
  { key: "show_bear_breakouts", label: "Bear breakouts" },
  { key: "bl_signal_ibs", label: "Bull signal IBS", ...IBS },
  { key: "br_signal_ibs", label: "Bear signal IBS", ...IBS },
  { key: "ob_behavior", label: "Outside bars", choices: ["Hidden", "Normal", "Strict"] },
  { key: "show_climax", label: "Climax bars" },
  { key: "climax_factor", label: "CX factor", limits: factor },
  {
    key: "show_big_breakouts",
    label: "Big breakouts",
    choices: ["Disabled", "Range Based", "Z-Score Based"],
  },
  { key: "zscore_lookback", label: "Z-Score lookback", limits: zscoreLookback },
  { key: "zscore_threshold", label: "Z-Score threshold", limits: zscoreThreshold },
  { key: "range_filter", label: "Range filter" },
  {
    key: "range_lookback",
    label: "Range look back",
    limits: { ...rangeLookback, fallback: SIMPLE_DEFAULTS.range_lookback },
  },
  { key: "paint_ft_bar", label: "Paint follow-through bar" },
  { key: "ft_bar_must_bo", label: "FT must breakout" },
  { key: "ft_bar_must_close_beyond", label: "FT must close beyond" },
  { key: "ft_after_ob", label: "FT after OB" },
  { key: "ft_after_cx", label: "FT after CX" },
];
