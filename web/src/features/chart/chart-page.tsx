import { useEffect, useRef } from "react";
import { CandleChart, type CandleChartHandle } from "@/charts/candles/candle-chart";
import { type ChartDay, hasPrices } from "@/charts/candles/day";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import styles from "./chart.module.css";
import { DayNotes } from "./day-notes";
import { DayTable } from "./day-table";
import { useFilterTexts } from "./filter-texts";
import { Panels } from "./panels";
import { Stage } from "./stage";
import {
  daySelected,
  selectAlsoNear,
  selectAmaOn,
  selectAmaSettings,
  selectLineSettings,
  selectTooltipOn,
  selectWhyOther,
} from "./state/chart-slice";
import { Toolbar } from "./toolbar";
import type { ChartExport, ChartSurroundings } from "./types";
import { useChartDay } from "./use-chart-day";
import { useDateParameter } from "./use-date-parameter";

const HINTS = [
  "Scroll zoom",
  "Shift+Scroll Y only",
  "Alt+Scroll X only",
  "Drag pan",
  "Double-click reset view",
];

/** The chart of one day, with what other features put around it. */
export default function ChartPage({ rail, overlay, ...panels }: ChartSurroundings) {
  useDateParameter();
  const shown = useChartDay();
  const filters = useFilterTexts();
  const chart = useRef<CandleChartHandle>(null);
  const reset = () => chart.current?.reset();
  useResetShortcut(reset);
  const { day, isLoading } = shown;
  const isDrawn = day !== undefined && day.bars.length > 0 && hasPrices(day) && !shown.error;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">Chart</h1>
      <Toolbar
        day={day}
        isLoading={isLoading}
        onReset={reset}
        onFitBars={() => chart.current?.fitBars()}
        onCleared={shown.retry}
        panels={<Panels {...panels} chart={isDrawn ? exportOf(day, filters, chart) : null} />}
      />
      <OtherDay date={day?.metadata.currentDate ?? null} isLoading={isLoading} />
      <div className={styles.middle}>
        {rail}
        <Stage {...shown}>
          {day && (
            <Candles day={day} filters={filters} chart={chart}>
              {overlay}
            </Candles>
          )}
        </Stage>
      </div>
      <footer className={styles.foot}>
        <p className={styles.hints}>{HINTS.join(", ")}</p>
        {isDrawn && <DayNotes day={day} />}
        {isDrawn && <DayAsTable day={day} />}
      </footer>
    </div>
  );
}

interface CandlesProps extends Pick<ChartSurroundings, "overlay"> {
  day: ChartDay;
  filters: readonly string[];
  chart: React.Ref<CandleChartHandle>;
  children: React.ReactNode;
}

function Candles({ day, filters, chart, children }: CandlesProps) {
  const { colors, emaColor } = useAppSelector(selectAmaSettings).display;
  const lines = useAppSelector(selectLineSettings);
  const signalsOn = useAppSelector(selectAmaOn);
  const hasTooltip = useAppSelector(selectTooltipOn);
  return (
    <CandleChart ref={chart} {...{ day, signalsOn, colors, emaColor, lines, filters, hasTooltip }}>
      {children}
    </CandleChart>
  );
}

/** Why another day is shown than the one that was asked for. */
function OtherDay({ date, isLoading }: { date: string | null; isLoading: boolean }) {
  const dispatch = useAppDispatch();
  const why = useAppSelector(selectWhyOther);
  const also = useAppSelector(selectAlsoNear);
  if (why === null || date === null || isLoading) return null;
  return (
    <div className={styles.other}>
      <p role="status">
        {why}; showing {date}
      </p>
      {also !== null && <Button onClick={() => dispatch(daySelected(also))}>Show {also}</Button>}
    </div>
  );
}

function DayAsTable({ day }: { day: ChartDay }) {
  return <DayTable day={day} signalsOn={useAppSelector(selectAmaOn)} />;
}

function exportOf(
  day: ChartDay,
  filters: readonly string[],
  chart: React.RefObject<CandleChartHandle | null>,
): ChartExport {
  return { day, filters, picture: (parts) => chart.current?.picture(parts) ?? null };
}

/** Ctrl or Cmd with 0 resets the view wherever the focus is. */
function useResetShortcut(reset: () => void) {
  const latest = useRef(reset);
  latest.current = reset;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "0" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
