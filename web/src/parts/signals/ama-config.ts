import type { AmaSettings, IbsFilter } from "@/plot/settings/ama-settings";

const BIG_BREAKOUTS = { disabled: 0, range: 1, zscore: 2 } as const;

/** The settings as the service takes them; colours stay in the browser. Sent only while signals are on. */
export function toAmaConfig({ bo, zscore, ibs, rangeFilter, followThrough }: AmaSettings) {
  return {
    enabled: true,
    show_bull_breakouts: bo.bullBreakout,
    show_bear_breakouts: bo.bearBreakout,
    show_big_breakouts: BIG_BREAKOUTS[bo.bigBreakoutMode],
    big_breakout_range_factor: bo.bigBreakoutFactor,
    show_climax: bo.climaxEnabled,
    climax_factor: bo.climaxFactor,
    show_outside_bars: bo.outsideBarsEnabled,
    strict_outside_bars: bo.outsideBarMode === "strict",
    compare_range2range: zscore.compareMode === "range",
    compare_body2body: zscore.compareMode === "body",
    zscore_lookback: zscore.lookback,
    zscore_threshold: zscore.threshold,
    paint_bigbo_by_bardir: zscore.paintDirection === "both",
    bl_signal_ibs: limitOf(ibs.bullFilter),
    br_signal_ibs: limitOf(ibs.bearFilter),
    bl_ft_bar_ibs: limitOf(ibs.ftBullFilter),
    br_ft_bar_ibs: limitOf(ibs.ftBearFilter),
    do_not_ibs_filter_ob: ibs.excludeOutsideBars,
    range_filter: rangeFilter.enabled ? rangeFilter.factor : 0,
    range_lookback: rangeFilter.lookback,
    do_not_range_limit_ob: rangeFilter.excludeOutsideBars,
    paint_ft_bar: followThrough.paintFT,
    ft_bar_must_bo: followThrough.requireBreakout,
    ft_bar_must_close_beyond: followThrough.requireCloseBeyond,
    ft_bar_not_range_limited: followThrough.notRangeLimited,
    ft_after_ob: followThrough.allowAfterOutsideBar,
    ignore_open_gap: followThrough.excludeGaps,
    ft_color_same_as_bo: followThrough.colorSameAsBO,
  };
}

function limitOf({ enabled, threshold }: IbsFilter): number {
  return enabled ? threshold : -1;
}
