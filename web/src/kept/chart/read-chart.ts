import { isRecord } from "@/lib/storage/storage";
import { readAmaSettings } from "@/plot/settings/ama-settings";
import { readLineSettings } from "@/plot/settings/line-settings";
import { type ChartState, firstChart } from "./chart-slice";

/** How days are drawn, without the day itself. */
export type StoredChart = Pick<ChartState, "amaOn" | "ama" | "lines" | "tooltipOn">;

export function storedChart({ amaOn, ama, lines, tooltipOn }: ChartState): StoredChart {
  return { amaOn, ama, lines, tooltipOn };
}

/** How days were drawn; what is absent or cannot be read has its default, the latter counted as not whole. */
export function readChart(stored: unknown): { value: ChartState; isWhole: boolean } {
  if (stored === undefined) return { value: firstChart, isWhole: true };
  if (!isRecord(stored)) return { value: firstChart, isWhole: false };
  const ama = readAmaSettings(stored.ama);
  const lines = readLineSettings(stored.lines);
  return {
    value: {
      ...firstChart,
      amaOn: stored.amaOn === true,
      ama: ama ?? firstChart.ama,
      lines: lines ?? firstChart.lines,
      tooltipOn: stored.tooltipOn !== false,
    },
    isWhole: ama !== null && lines !== null,
  };
}
