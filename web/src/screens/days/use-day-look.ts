import { useMemo } from "react";
import { selectAmaSettings, selectLineSettings } from "@/kept/chart/chart-slice";
import { useAppSelector } from "@/lib/state/hooks";
import { useChartTheme } from "@/plot/candles/use-chart-theme";
import type { DayLook } from "@/plot/days/draw-day";

/** The chart's colours for pictures of days: those of bars without a signal, and of its lines. */
export function useDayLook(): DayLook {
  const theme = useChartTheme();
  const candle = useAppSelector(selectAmaSettings).display.colors["0"];
  const lines = useAppSelector(selectLineSettings);
  return useMemo(() => ({ theme, candle, lines }), [theme, candle, lines]);
}
