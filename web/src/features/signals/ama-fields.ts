import type { Limits } from "@/lib/text/number-text";
import type { Choice } from "@/lib/ui/fields/fields";
import { AMA_LIMITS } from "./state/ama-limits";
import type { AmaSettings, IbsFilter } from "./state/ama-settings";

/** One entry of the settings: how it is read and how settings look with another value in it. */
interface Entry<Value> {
  label: string;
  get: (settings: AmaSettings) => Value;
  set: (settings: AmaSettings, value: Value) => AmaSettings;
}

export interface SwitchField extends Entry<boolean> {
  kind: "switch";
}

export interface ChoiceField extends Entry<string> {
  kind: "choice";
  choices: readonly Choice[];
}

export interface NumberField extends Entry<number> {
  kind: "number";
  limits: Limits;
}

export interface IbsField extends Entry<IbsFilter> {
  kind: "ibs";
}

export type AmaField = SwitchField | ChoiceField | NumberField | IbsField;

export interface AmaSection {
  title: string;
  fields: readonly AmaField[];
}

type Group = Exclude<keyof AmaSettings, "display">;

function entry<G extends Group, K extends keyof AmaSettings[G]>(label: string, group: G, key: K) {
  return {
    label,
    get: (settings: AmaSettings) => settings[group][key],
    set: (settings: AmaSettings, value: AmaSettings[G][K]): AmaSettings => ({
      ...settings,
      [group]: { ...settings[group], [key]: value },
    }),
  };
}

/** An entry of two words as a switch that is on for the second. */
function twoWords<Word extends string>(inner: Entry<Word>, off: Word, on: Word): SwitchField {
  return {
    kind: "switch",
    label: inner.label,
    get: (settings) => inner.get(settings) === on,
    set: (settings, isOn) => inner.set(settings, isOn ? on : off),
  };
}

function choice<Word extends string>(inner: Entry<Word>, words: Record<Word, string>): ChoiceField {
  return {
    kind: "choice",
    label: inner.label,
    choices: Object.entries<string>(words).map(([value, label]) => ({ value, label })),
    get: inner.get,
    set: (settings, value) => inner.set(settings, value as Word),
  };
}

export const AMA_SECTIONS: readonly AmaSection[] = [
  {
    title: "Show PA Signals",
    fields: [
      { kind: "switch", ...entry("Bull Breakouts", "bo", "bullBreakout") },
      { kind: "switch", ...entry("Bear Breakouts", "bo", "bearBreakout") },
      choice(entry("Big Breakouts", "bo", "bigBreakoutMode"), {
        disabled: "Disabled",
        range: "Range Based",
        zscore: "Z-Score Based",
      }),
      {
        kind: "number",
        ...entry("Big Breakout Range Factor", "bo", "bigBreakoutFactor"),
        limits: AMA_LIMITS.factor,
      },
      { kind: "switch", ...entry("OB Breakouts", "bo", "outsideBarsEnabled") },
      twoWords(entry("Strict OB Breakouts", "bo", "outsideBarMode"), "normal", "strict"),
      { kind: "switch", ...entry("Climax Bars", "bo", "climaxEnabled") },
      { kind: "number", ...entry("CX Factor", "bo", "climaxFactor"), limits: AMA_LIMITS.factor },
    ],
  },
  {
    title: "Z-Score",
    fields: [
      choice(entry("Compare By", "zscore", "compareMode"), { range: "Candle Range", body: "Body Range" }),
      { kind: "number", ...entry("Lookback", "zscore", "lookback"), limits: AMA_LIMITS.zscoreLookback },
      { kind: "number", ...entry("Threshold", "zscore", "threshold"), limits: AMA_LIMITS.zscoreThreshold },
      twoWords(entry("Paint Big BO by Bar Direction", "zscore", "paintDirection"), "signal", "both"),
    ],
  },
  {
    title: "IBS Filters",
    fields: [
      { kind: "ibs", ...entry("Bull Signal", "ibs", "bullFilter") },
      { kind: "ibs", ...entry("Bear Signal", "ibs", "bearFilter") },
      { kind: "ibs", ...entry("Bull FT", "ibs", "ftBullFilter") },
      { kind: "ibs", ...entry("Bear FT", "ibs", "ftBearFilter") },
      { kind: "switch", ...entry("Do Not IBS Filter OB", "ibs", "excludeOutsideBars") },
    ],
  },
  {
    title: "Range Filter Options",
    fields: [
      { kind: "switch", ...entry("Range Filter", "rangeFilter", "enabled") },
      {
        kind: "number",
        ...entry("Range Filter Factor", "rangeFilter", "factor"),
        limits: AMA_LIMITS.rangeFactor,
      },
      { kind: "number", ...entry("Look Back", "rangeFilter", "lookback"), limits: AMA_LIMITS.rangeLookback },
      { kind: "switch", ...entry("Do Not Range Limit OB", "rangeFilter", "excludeOutsideBars") },
    ],
  },
  {
    title: "Signal Output Control",
    fields: [
      { kind: "switch", ...entry("Paint Follow-Through Bar", "followThrough", "paintFT") },
      { kind: "switch", ...entry("FT Must Breakout", "followThrough", "requireBreakout") },
      { kind: "switch", ...entry("FT Must Close Beyond", "followThrough", "requireCloseBeyond") },
      { kind: "switch", ...entry("FT Not Range Limited", "followThrough", "notRangeLimited") },
      { kind: "switch", ...entry("FT After OB", "followThrough", "allowAfterOutsideBar") },
      { kind: "switch", ...entry("FT Color Same as BO", "followThrough", "colorSameAsBO") },
      { kind: "switch", ...entry("Ignore Opening Gap", "followThrough", "excludeGaps") },
    ],
  },
];
