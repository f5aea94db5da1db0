import type { AmaSignal, ChartBar } from "@/api/generated";
import { SIGNAL_NUMBERS, type SignalColors, type SignalNumber } from "../../settings/ama-settings";
import type { ChartDay } from "../day";

/** A signal that paints its bar. */
export interface BarSignal {
  type: SignalNumber;
  ft: number;
}

export const SIGNAL_MEANINGS: Record<SignalNumber, string> = {
  "1": "bull breakout",
  "-1": "bear breakout",
  "2": "bull climax",
  "-2": "bear climax",
  "3": "bull outside bar",
  "-3": "bear outside bar",
  "5": "bull big breakout",
  "-5": "bear big breakout",
  "10": "bull follow-through",
  "-10": "bear follow-through",
  "0": "no signal",
};

/**
 * The signal of each bar, by the bar's index. Several entries for one bar number: the last counts for bars of the
 * current session, the first for others (spec/chart.md section 4). Bars without signal have no entry.
 */
export function signalsByIndex({ bars, amaSignals }: Pick<ChartDay, "bars" | "amaSignals">) {
  const byNumber = new Map<number, AmaSignal[]>();
  for (const entry of amaSignals)
    byNumber.set(entry.bar_number, [...(byNumber.get(entry.bar_number) ?? []), entry]);
  const found = new Map<number, BarSignal>();
  for (const bar of bars) {
    const signal = chosen(byNumber.get(bar.bar_number) ?? [], bar.session);
    if (signal && signal.type !== "0") found.set(bar.index, signal);
  }
  return found;
}

/** A signal's own colour, the default bar colour without one. */
export function colorOf(signal: BarSignal | undefined, colors: SignalColors): string {
  return colors[signal?.type ?? "0"];
}

function chosen(entries: AmaSignal[], session: ChartBar["session"]): BarSignal | null {
  const entry = entries.at(session === "current" ? -1 : 0);
  const type = SIGNAL_NUMBERS.find((number) => Number(number) === entry?.signal_type);
  return entry && type ? { type, ft: entry.ft_flag } : null;
}
