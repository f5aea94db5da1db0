import Close from "@mui/icons-material/Close";
import Alert from "@mui/material/Alert";
import { memo, type ReactNode, type Ref, useDeferredValue, useRef } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { useParameters } from "@/address/parameters";
import { useFeaturesByName, useSummary } from "@/api/catalogue";
import { daySelected, selectAmaSettings, selectLineSettings } from "@/kept/chart/chart-slice";
import { Button } from "@/kit/button";
import { Screen } from "@/kit/screen";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { orderText } from "@/parts/days/order-words";
import { CandleChart, type CandleChartHandle } from "@/plot/candles/candle-chart";
import { type ChartDay, hasPrices } from "@/plot/candles/day";
import { dayWords } from "@/plot/candles/day-words";
import { headingWords } from "@/question/heading-words";
import { useFilterTexts } from "@/question/use-filter-texts";
import styles from "./chart.module.css";
import { DayTable } from "./day-table";
import { CHART } from "./parameters";
import { Stage } from "./stage";
import { type ChartPanels, Toolbar } from "./toolbar";
import { useChartDay, useDateParameter, useStepOrder } from "./use-chart-day";
import { useWholeWindow } from "./use-whole-window";
import { followsDays, STEP_BY_DATE } from "./words";

const HINTS = "Scroll zoom, Shift+Scroll Y only, Alt+Scroll X only, Drag pan, Double-click reset view";
const MEASURE_HINT = "Shift+Drag measure";

/**
 * What chart-screen.tsx puts around the chart. All is drawn inside
 * `FrameContext` (@/plot/candles/viewport/frame-context), `overlay` over the candles and as large as the chart (0,0
 * is its corner). An overlay that takes a press for itself stops its propagation, else it pans the chart.
 */
interface Props extends ChartPanels {
  rail?: ReactNode;
  overlay?: ReactNode;
  /** What was written of the day shown, by its date. */
  dayNotes?: (date: string) => ReactNode;
}

/** The chart of one day, with what other features put around it: another day's candles are painted first. */
export default function ChartPage({ rail, overlay, dayNotes, ...panels }: Props) {
  useDateParameter();
  const shown = useChartDay();
  const filters = useFilterTexts(headingWords, useStepOrder().filters);
  const chart = useRef<CandleChartHandle>(null);
  const whole = useWholeWindow();
  const reset = () => chart.current?.reset();
  useHotkeys("mod+0", reset, RESET_OPTIONS);
  const { day, isLoading } = shown;
  const named = useDeferredValue(day);
  const isDrawn = named !== undefined && named.bars.length > 0 && hasPrices(named) && !shown.error;
  const later = isDrawn ? named : null;
  const date = later?.metadata.currentDate ?? null;
  return (
    <Screen
      title="Chart"
      isTitleHidden
      className={whole.isWhole ? `${styles.page} ${styles.whole}` : styles.page}
    >
      <Toolbar
        {...panels}
        {...{ isLoading, filters, chart, whole }}
        day={named}
        exportable={later}
        onCleared={shown.retry}
      />
      {!isLoading && named === day && <OtherDay date={named?.metadata.currentDate ?? null} />}
      {date !== null && <div className={styles.said}>{dayNotes?.(date)}</div>}
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
        <Order />
        <p>{HINTS}</p>
        <p>{MEASURE_HINT}</p>
        {later && <DayNotes day={later} />}
        {later && <DayTable day={later} />}
      </footer>
    </Screen>
  );
}

/** Wherever the focus is, unless somebody took the keys before. */
const RESET_OPTIONS = {
  enableOnFormTags: true,
  preventDefault: true,
  ignoreEventWhen: (event: KeyboardEvent) => event.defaultPrevented,
};

interface CandlesProps {
  day: ChartDay;
  filters: readonly string[];
  chart: Ref<CandleChartHandle>;
  children: ReactNode;
}

function Candles({ day, filters, chart, children }: CandlesProps) {
  const { colors, emaColor } = useAppSelector(selectAmaSettings).display;
  const lines = useAppSelector(selectLineSettings);
  const signalsOn = useAppSelector((state) => state.chart.amaOn);
  const hasTooltip = useAppSelector((state) => state.chart.tooltipOn);
  const [{ zoom }, change] = useParameters(CHART);
  return (
    <CandleChart
      ref={chart}
      {...{ day, signalsOn, colors, emaColor, lines, filters, hasTooltip }}
      place={zoom}
      onPlace={(view) => change({ zoom: view })}
    >
      {children}
    </CandleChart>
  );
}

/** In which order of Days the chart steps, and the way to step by date. */
function Order() {
  const [{ order }, change] = useParameters(CHART);
  const features = useFeaturesByName();
  if (order === null) return null;
  return (
    <div className={styles.order}>
      <p>{followsDays(orderText(order, features))}</p>
      <Button
        look="bare"
        aria-label={STEP_BY_DATE}
        data-hint={STEP_BY_DATE}
        onClick={() => change({ order: null })}
      >
        <Close fontSize="inherit" />
      </Button>
    </div>
  );
}

/** Why another day is shown than the one that was asked for. */
function OtherDay({ date }: { date: string | null }) {
  const dispatch = useAppDispatch();
  const { whyOther, alsoNear } = useAppSelector(({ chart }) => chart);
  if (whyOther === null || date === null) return null;
  return (
    <Alert
      icon={false}
      role="none"
      slotProps={{ message: { role: "status" } }}
      action={alsoNear && <Button onClick={() => dispatch(daySelected(alsoNear))}>Show {alsoNear}</Button>}
    >
      {whyOther}; showing {date}
    </Alert>
  );
}

const DayNotes = memo(function DayNotes({ day }: { day: ChartDay }) {
  const notes = dayWords(day, useSummary().data?.snapshot);
  return notes.length === 0 ? null : (
    <p className={styles.notes} role="note" aria-label="About this day">
      {notes.join(" ")}
    </p>
  );
});
