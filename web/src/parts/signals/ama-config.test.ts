import { describe, expect, it } from "vitest";
import { type AmaSettings, DEFAULT_AMA } from "@/plot/settings/ama-settings";
import { toAmaConfig } from "./ama-config";

type Group = Exclude<keyof AmaSettings, "display">;

/** The default settings with one entry of a group changed. */
function settings<G extends Group>(group: G, change: Partial<AmaSettings[G]>): AmaSettings {
  return { ...DEFAULT_AMA, [group]: { ...DEFAULT_AMA[group], ...change } };
}

it("sends the defaults of design/ama.md section 4", () => {
  expect(toAmaConfig(DEFAULT_AMA)).toEqual({
    enabled: true,
    show_bull_breakouts: true,
    show_bear_breakouts: true,
    show_climax: false,
    climax_factor: 1.5,
    show_outside_bars: false,
    strict_outside_bars: false,
    show_big_breakouts: 0,
    big_breakout_range_factor: 1.8,
    zscore_lookback: 20,
    zscore_threshold: 1.05,
    compare_range2range: true,
    compare_body2body: false,
    paint_bigbo_by_bardir: true,
    bl_signal_ibs: 69,
    br_signal_ibs: 31,
    bl_ft_bar_ibs: -1,
    br_ft_bar_ibs: -1,
    do_not_ibs_filter_ob: true,
    range_filter: 0,
    range_lookback: 10,
    do_not_range_limit_ob: true,
    paint_ft_bar: true,
    ft_bar_must_bo: false,
    ft_bar_must_close_beyond: true,
    ft_after_ob: true,
    ft_bar_not_range_limited: true,
    ft_color_same_as_bo: false,
    ignore_open_gap: false,
  });
});

const on = (threshold: number) => ({ enabled: true, threshold });

describe("each entry of the settings becomes its field of the configuration, and no other", () => {
  it.each<[string, AmaSettings, Record<string, unknown>]>([
    ["bullBreakout", settings("bo", { bullBreakout: false }), { show_bull_breakouts: false }],
    ["bearBreakout", settings("bo", { bearBreakout: false }), { show_bear_breakouts: false }],
    ["bigBreakoutMode range", settings("bo", { bigBreakoutMode: "range" }), { show_big_breakouts: 1 }],
    ["bigBreakoutMode zscore", settings("bo", { bigBreakoutMode: "zscore" }), { show_big_breakouts: 2 }],
    ["bigBreakoutFactor", settings("bo", { bigBreakoutFactor: 2.4 }), { big_breakout_range_factor: 2.4 }],
    ["climaxEnabled", settings("bo", { climaxEnabled: true }), { show_climax: true }],
    ["climaxFactor", settings("bo", { climaxFactor: 2.1 }), { climax_factor: 2.1 }],
    ["outsideBarsEnabled", settings("bo", { outsideBarsEnabled: true }), { show_outside_bars: true }],
    ["outsideBarMode", settings("bo", { outsideBarMode: "strict" }), { strict_outside_bars: true }],
    [
      "compareMode",
      settings("zscore", { compareMode: "body" }),
      { compare_range2range: false, compare_body2body: true },
    ],
    ["zscore lookback", settings("zscore", { lookback: 7 }), { zscore_lookback: 7 }],
    ["zscore threshold", settings("zscore", { threshold: 2.5 }), { zscore_threshold: 2.5 }],
    ["paintDirection", settings("zscore", { paintDirection: "signal" }), { paint_bigbo_by_bardir: false }],
    ["bullFilter", settings("ibs", { bullFilter: on(80) }), { bl_signal_ibs: 80 }],
    ["bearFilter", settings("ibs", { bearFilter: on(20) }), { br_signal_ibs: 20 }],
    ["ftBullFilter", settings("ibs", { ftBullFilter: on(55) }), { bl_ft_bar_ibs: 55 }],
    ["ftBearFilter", settings("ibs", { ftBearFilter: on(0) }), { br_ft_bar_ibs: 0 }],
    [
      "a filter that is off",
      settings("ibs", { bullFilter: { enabled: false, threshold: 80 } }),
      { bl_signal_ibs: -1 },
    ],
    [
      "ibs excludeOutsideBars",
      settings("ibs", { excludeOutsideBars: false }),
      { do_not_ibs_filter_ob: false },
    ],
    ["range filter on", settings("rangeFilter", { enabled: true }), { range_filter: 1.2 }],
    ["range factor", settings("rangeFilter", { enabled: true, factor: 0.7 }), { range_filter: 0.7 }],
    ["range factor while off", settings("rangeFilter", { factor: 0.7 }), {}],
    ["range lookback", settings("rangeFilter", { lookback: 4 }), { range_lookback: 4 }],
    [
      "range excludeOutsideBars",
      settings("rangeFilter", { excludeOutsideBars: false }),
      { do_not_range_limit_ob: false },
    ],
    ["paintFT", settings("followThrough", { paintFT: false }), { paint_ft_bar: false }],
    ["requireBreakout", settings("followThrough", { requireBreakout: true }), { ft_bar_must_bo: true }],
    [
      "requireCloseBeyond",
      settings("followThrough", { requireCloseBeyond: false }),
      { ft_bar_must_close_beyond: false },
    ],
    [
      "notRangeLimited",
      settings("followThrough", { notRangeLimited: false }),
      { ft_bar_not_range_limited: false },
    ],
    [
      "allowAfterOutsideBar",
      settings("followThrough", { allowAfterOutsideBar: false }),
      { ft_after_ob: false },
    ],
    ["excludeGaps", settings("followThrough", { excludeGaps: true }), { ignore_open_gap: true }],
    ["colorSameAsBO", settings("followThrough", { colorSameAsBO: true }), { ft_color_same_as_bo: true }],
    ["colours", { ...DEFAULT_AMA, display: { ...DEFAULT_AMA.display, emaColor: "#112233" } }, {}],
  ])("%s", (_, changed, expected) => {
    expect(toAmaConfig(changed)).toEqual({ ...toAmaConfig(DEFAULT_AMA), ...expected });
  });
});
