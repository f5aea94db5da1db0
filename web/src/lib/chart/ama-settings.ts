export type BigBreakoutMode = "disabled" | "range" | "zscore";
export type OutsideBarMode = "normal" | "strict";
export type CompareMode = "range" | "body";
export type PaintDirection = "signal" | "both";

/** A limit on the internal bar strength, 0 to 100; a filter that is off has the threshold -1. */
export interface IbsFilter {
  enabled: boolean;
  threshold: number;
}

/** Colour of each signal by its number; "0" is a bar without signal. */
export type SignalColors = Record<SignalNumber, string>;

/** What the price-action signals are computed with and drawn in: the working copy of the settings panel. */
export interface AmaSettings {
  bo: {
    bullBreakout: boolean;
    bearBreakout: boolean;
    bigBreakoutMode: BigBreakoutMode;
    bigBreakoutFactor: number;
    climaxEnabled: boolean;
    climaxFactor: number;
    outsideBarsEnabled: boolean;
    outsideBarMode: OutsideBarMode;
  };
  zscore: { compareMode: CompareMode; lookback: number; threshold: number; paintDirection: PaintDirection };
  ibs: {
    bullFilter: IbsFilter;
    bearFilter: IbsFilter;
    ftBullFilter: IbsFilter;
    ftBearFilter: IbsFilter;
    excludeOutsideBars: boolean;
  };
  rangeFilter: { enabled: boolean; lookback: number; factor: number; excludeOutsideBars: boolean };
  followThrough: {
    paintFT: boolean;
    requireBreakout: boolean;
    requireCloseBeyond: boolean;
    notRangeLimited: boolean;
    excludeGaps: boolean;
    allowAfterOutsideBar: boolean;
    colorSameAsBO: boolean;
  };
  display: { colors: SignalColors; emaColor: string };
}

export const SIGNAL_NUMBERS = ["1", "-1", "2", "-2", "3", "-3", "5", "-5", "10", "-10", "0"] as const;
export type SignalNumber = (typeof SIGNAL_NUMBERS)[number];

const OFF: IbsFilter = { enabled: false, threshold: -1 };

export const DEFAULT_AMA: AmaSettings = {
  bo: {
    bullBreakout: true,
    bearBreakout: true,
    bigBreakoutMode: "disabled",
    bigBreakoutFactor: 1.8,
    climaxEnabled: false,
    climaxFactor: 1.5,
    outsideBarsEnabled: false,
    outsideBarMode: "normal",
  },
  zscore: { compareMode: "range", lookback: 20, threshold: 1.05, paintDirection: "both" },
  ibs: {
    bullFilter: { enabled: true, threshold: 69 },
    bearFilter: { enabled: true, threshold: 31 },
    ftBullFilter: OFF,
    ftBearFilter: OFF,
    excludeOutsideBars: true,
  },
  rangeFilter: { enabled: false, lookback: 10, factor: 1.2, excludeOutsideBars: true },
  followThrough: {
    paintFT: true,
    requireBreakout: false,
    requireCloseBeyond: true,
    notRangeLimited: true,
    excludeGaps: false,
    allowAfterOutsideBar: true,
    colorSameAsBO: false,
  },
  display: {
    colors: {
      "1": "#0080FF",
      "-1": "#C80000",
      "2": "#00C8FF",
      "-2": "#FF80FF",
      "3": "#008000",
      "-3": "#FF8000",
      "5": "#00E6E6",
      "-5": "#FF00FF",
      "10": "#40C8FF",
      "-10": "#FF0000",
      "0": "#404040",
    },
    emaColor: "#0080FF",
  },
};
