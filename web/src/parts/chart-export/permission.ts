import { useCatalogue } from "@/api/catalogue";
import { notInPlan } from "@/kit/words";

export type ChartFormat = "png" | "svg";
export const CHART_FORMATS: readonly ChartFormat[] = ["png", "svg"];

/** The chart's formats that a tier's `export` limit allows: all, none, or those it lists. */
export function allowedFormats(limit: boolean | readonly string[]): ChartFormat[] {
  if (typeof limit === "boolean") return limit ? [...CHART_FORMATS] : [];
  return CHART_FORMATS.filter((format) => limit.includes(format));
}

/** What the visitor's tier may export; nothing until that is known. */
export function useChartFormats(): ChartFormat[] {
  return allowedFormats(useCatalogue().data?.profile_limits.features.export ?? false);
}

/** Why the Export button is disabled, or null. */
export function useExportDenial(): string | null {
  return useChartFormats().length > 0 ? null : notInPlan("chart export");
}
