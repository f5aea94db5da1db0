import type { AmaSettings, SignalNumber } from "./state/ama-settings";

/** A colour of the settings: a signal's, or the moving average's. */
export interface ColorEntry {
  label: string;
  signal: SignalNumber | "ema";
}

const sides = (name: string, number: "1" | "2" | "3" | "5" | "10"): ColorEntry[] => [
  { label: `Bull ${name}`, signal: number },
  { label: `Bear ${name}`, signal: `-${number}` },
];

export const COLOR_GROUPS: readonly { title: string; colors: readonly ColorEntry[] }[] = [
  { title: "Breakout", colors: sides("Breakout", "1") },
  { title: "Climax", colors: sides("Climax", "2") },
  { title: "Outside Bar", colors: sides("Outside Bar", "3") },
  { title: "Big Breakout", colors: sides("Big Breakout", "5") },
  { title: "Follow-Through", colors: sides("Follow-Through", "10") },
  {
    title: "Default Colors",
    colors: [
      { label: "Default Bar", signal: "0" },
      { label: "EMA", signal: "ema" },
    ],
  },
];

export function colorOf({ display }: AmaSettings, { signal }: ColorEntry): string {
  return signal === "ema" ? display.emaColor : display.colors[signal];
}

export function withColor(settings: AmaSettings, { signal }: ColorEntry, color: string): AmaSettings {
  const { display } = settings;
  const next =
    signal === "ema"
      ? { ...display, emaColor: color }
      : { ...display, colors: { ...display.colors, [signal]: color } };
  return { ...settings, display: next };
}
