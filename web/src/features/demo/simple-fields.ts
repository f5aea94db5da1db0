import { AMA_LIMITS, IBS_LIMITS, IBS_OFF } from "@/features/signals/state/ama-limits";
import type { Limits } from "@/lib/text/number-text";
import type { Choice } from "@/lib/ui/fields/fields";
import { SIMPLE_DEFAULTS, type SimpleConfig } from "./simple-config";

type KeysOf<Value> = {
  [K in keyof SimpleConfig]: SimpleConfig[K] extends Value ? K : never;
}[keyof SimpleConfig];
export type SwitchKey = Exclude<KeysOf<boolean>, "enabled">;
export type NumberKey = KeysOf<number>;

export type SimpleField =
  | { kind: "switch"; key: SwitchKey; label: string }
  | { kind: "choice"; key: NumberKey; label: string; choices: readonly Choice[] }
  | { kind: "number"; key: NumberKey; label: string; limits: Limits; empty?: number };

const ibs = (key: "bl_signal_ibs" | "br_signal_ibs", label: string): SimpleField => ({
  kind: "number",
  key,
  label,
  limits: IBS_LIMITS,
  empty: IBS_OFF,
});

const choices = (...labels: string[]): Choice[] => labels.map((label, i) => ({ value: String(i), label }));

/** The popover's controls, in its order; the switch over the chart is not among them. */
export const SIMPLE_FIELDS: readonly SimpleField[] = [
  { kind: "switch", key: "show_bull_breakouts", label: "Bull breakouts" },
  { kind: "switch", key: "show_bear_breakouts", label: "Bear breakouts" },
  ibs("bl_signal_ibs", "Bull signal IBS"),
  ibs("br_signal_ibs", "Bear signal IBS"),
  {
    kind: "choice",
    key: "ob_behavior",
    label: "Outside bars",
    choices: choices("Hidden", "Normal", "Strict"),
  },
  { kind: "switch", key: "show_climax", label: "Climax bars" },
  { kind: "number", key: "climax_factor", label: "CX factor", limits: AMA_LIMITS.factor },
  {
    kind: "choice",
    key: "show_big_breakouts",
    label: "Big breakouts",
    choices: choices("Disabled", "Range Based", "Z-Score Based"),
  },
  { kind: "number", key: "zscore_lookback", label: "Z-Score lookback", limits: AMA_LIMITS.zscoreLookback },
  { kind: "number", key: "zscore_threshold", label: "Z-Score threshold", limits: AMA_LIMITS.zscoreThreshold },
  { kind: "switch", key: "range_filter", label: "Range filter" },
  {
    kind: "number",
    key: "range_lookback",
    label: "Range look back",
    limits: { ...AMA_LIMITS.rangeLookback, fallback: SIMPLE_DEFAULTS.range_lookback },
  },
  { kind: "switch", key: "paint_ft_bar", label: "Paint follow-through bar" },
  { kind: "switch", key: "ft_bar_must_bo", label: "FT must breakout" },
  { kind: "switch", key: "ft_bar_must_close_beyond", label: "FT must close beyond" },
  { kind: "switch", key: "ft_after_ob", label: "FT after OB" },
  { kind: "switch", key: "ft_after_cx", label: "FT after CX" },
];
