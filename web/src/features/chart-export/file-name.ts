import type { ChartDay } from "@/charts/candles/day";

/** `cad-es-2024-05-03` */
export function defaultName({ metadata: { symbol, currentDate } }: Pick<ChartDay, "metadata">): string {
  return `cad-${symbol.toLowerCase()}-${currentDate ?? "none"}`;
}

/** What was typed as a name every system takes, without its ending; `standard` where nothing is left of it. */
export function fileName(typed: string, standard: string): string {
  const name = typed
    .normalize()
    .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, "-")
    .replace(/\.(png|svg)$/i, "")
    .replaceAll(/^[\s.-]+|[\s.-]+$/g, "")
    .slice(0, 120);
  return name || standard;
}
