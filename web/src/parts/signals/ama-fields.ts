import type { Choice } from "@/kit/fields/fields";
import type { Limits } from "@/lib/text/number-text";
import { AMA_LIMITS, type AmaSettings } from "@/plot/settings/ama-settings";

/** A setting's name, with the limits of a number, the choices of a word, or the two words of a switch. */
export interface AmaField {
  label: string;
  limits?: Limits;
  choices?: readonly Choice[];
  words?: readonly [off: string, on: string];
}

type Group = Exclude<keyof AmaSettings, "display">;

export const SECTION_TITLES: Record<Group, string> = {
  bo: "Show PA Signals",
  zscore: "Z-Score",
  ibs: "IBS Filters",
  rangeFilter: "Range Filter Options",
  followThrough: "Signal Output Control",
};

const BIG_BREAKOUTS = [
  { value: "disabled", label: "Disabled" },
  { value: "range", label: "Range Based" },
  { value: "zscore", label: "Z-Score Based" },
];
const COMPARED = [
  { value: "range", label: "Candle Range" },
  { value: "body", label: "Body Range" },
];

/** All settings but the colours, in the panel's order. */
export const AMA_FIELDS: { [G in Group]: Record<keyof AmaSettings[G], AmaField> } = {
  bo: {
    bullBreakout: { label: "Bull Breakouts" },
    bearBreakout: { label: "Bear Breakouts" },
    bigBreakoutMode: { label: "Big Breakouts", choices: BIG_BREAKOUTS },
    bigBreakoutFactor: { label: "Big Breakout Range Factor", limits: AMA_LIMITS.factor },
    outsideBarsEnabled: { label: "OB Breakouts" },
    outsideBarMode: { label: "Strict OB Breakouts", words: ["normal", "strict"] },
    climaxEnabled: { label: "Climax Bars" },
    climaxFactor: { label: "CX Factor", limits: AMA_LIMITS.factor },
  },
  zscore: {
    compareMode: { label: "Compare By", choices: COMPARED },
    lookback: { label: "Lookback", limits: AMA_LIMITS.zscoreLookback },
    threshold: { label: "Threshold", limits: AMA_LIMITS.zscoreThreshold },
    paintDirection: { label: "Paint Big BO by Bar Direction", words: ["signal", "both"] },
  },
  ibs: {
    bullFilter: { label: "Bull Signal" },
    bearFilter: { label: "Bear Signal" },
    ftBullFilter: { label: "Bull FT" },
    ftBearFilter: { label: "Bear FT" },
    excludeOutsideBars: { label: "Do Not IBS Filter OB" },
  },
  rangeFilter: {
    enabled: { label: "Range Filter" },
    factor: { label: "Range Filter Factor", limits: AMA_LIMITS.rangeFactor },
    lookback: { label: "Look Back", limits: AMA_LIMITS.rangeLookback },
    excludeOutsideBars: { label: "Do Not Range Limit OB" },
  },
  followThrough: {
    paintFT: { label: "Paint Follow-Through Bar" },
    requireBreakout: { label: "FT Must Breakout" },
    requireCloseBeyond: { label: "FT Must Close Beyond" },
    notRangeLimited: { label: "FT Not Range Limited" },
    allowAfterOutsideBar: { label: "FT After OB" },
    colorSameAsBO: { label: "FT Color Same as BO" },
    excludeGaps: { label: "Ignore Opening Gap" },
  },
};
