import { type ReactNode, useState } from "react";
import { errorText } from "@/api/request-error";
import { CandleChart } from "@/charts/candles/candle-chart";
import { selectLineSettings } from "@/features/chart/state/chart-slice";
import { DEFAULT_AMA, SIGNAL_NUMBERS, type SignalColors } from "@/features/signals/state/ama-settings";
import { useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { LoadingNote } from "@/lib/ui/loading-note";
import { ChartControls } from "./chart-controls";
import styles from "./demo.module.css";
import { SIMPLE_DEFAULTS } from "./simple-config";
import { type DemoDay, useDemoDay } from "./use-demo-day";

const { colors: AMA_COLORS, emaColor } = DEFAULT_AMA.display;
const STANDARD_COLORS = Object.fromEntries(
  SIGNAL_NUMBERS.map((number) => [number, AMA_COLORS["0"]]),
) as SignalColors;
const NO_FILTERS: readonly string[] = [];

interface Props {
  /** ISO date; the nearest day there is stands in. */
  date: string;
  /** What stands under the chart, from what it shows. */
  children?: (shown: DemoDay) => ReactNode;
}

/** One day as candles with the demonstrations' controls over it; its settings are its own. */
export function SimpleChart({ date, children }: Props) {
  const [config, setConfig] = useState(SIMPLE_DEFAULTS);
  const [inAmaColors, setInAmaColors] = useState(true);
  const shown = useDemoDay(date, config);
  const lines = useAppSelector(selectLineSettings);
  const colors = inAmaColors ? AMA_COLORS : STANDARD_COLORS;
  return (
    <section className={styles.simple} aria-label="Simple chart">
      <ChartControls {...{ shown, config, inAmaColors }} onConfig={setConfig} onColors={setInAmaColors} />
      <Stage shown={shown}>
        {(day) => (
          <CandleChart
            {...{ day, colors, emaColor, lines }}
            signalsOn={config.enabled}
            filters={NO_FILTERS}
          />
        )}
      </Stage>
      {children?.(shown)}
    </section>
  );
}

interface StageProps {
  shown: DemoDay;
  children: (day: NonNullable<DemoDay["day"]>) => ReactNode;
}

function Stage({ shown: { day, error, isLoading, refetch }, children }: StageProps) {
  const failure = isLoading ? null : errorText(error);
  return (
    <div className={styles.stage} aria-busy={isLoading}>
      {failure !== null && (
        <div className={styles.message} role="alert">
          <p>Failed to load chart data: {failure}</p>
          <Button onClick={refetch}>Try Again</Button>
        </div>
      )}
      {failure === null && day?.bars.length === 0 && (
        <p className={styles.message}>No chart data available for the selected filters.</p>
      )}
      {failure === null && day && day.bars.length > 0 && children(day)}
      {isLoading && <LoadingNote>Loading chart data...</LoadingNote>}
    </div>
  );
}
