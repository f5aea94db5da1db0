import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { type ReactNode, useState } from "react";
import { errorText } from "@/api/request-error";
import { selectLineSettings } from "@/kept/chart/chart-slice";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { LoadingNote } from "@/kit/loading-note";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { useClearChartCacheMutation } from "@/parts/chart-day/chart-api";
import { loadFailed, NO_CHART_DATA } from "@/parts/chart-day/words";
import { CandleChart } from "@/plot/candles/candle-chart";
import { DEFAULT_AMA, SIGNAL_NUMBERS, type SignalColors } from "@/plot/settings/ama-settings";
import styles from "./demo.module.css";
import { SIMPLE_DEFAULTS } from "./simple-config";
import { SimpleSettings } from "./simple-settings";
import { type DemoDay, useDemoDay } from "./use-demo-day";

const { colors: AMA_COLORS, emaColor } = DEFAULT_AMA.display;
const STANDARD_COLORS = Object.fromEntries(
  SIGNAL_NUMBERS.map((number) => [number, AMA_COLORS["0"]]),
) as SignalColors;
const COUNTS = {
  display: "flex",
  flexWrap: "wrap",
  gap: "4px 16px",
  ml: { sm: "auto" },
  color: "text.secondary",
};
const NO_FILTERS: readonly string[] = [];

interface Props {
  /** ISO date; the nearest day replaces one that is absent. */
  date: string;
  /** What is shown under the chart, made from its data. */
  children?: (shown: DemoDay) => ReactNode;
}

/** One day as candles with the demonstrations' controls over it; its settings are its own. */
export function SimpleChart({ date, children }: Props) {
  const [config, setConfig] = useState(SIMPLE_DEFAULTS);
  const [inAmaColors, setInAmaColors] = useState(true);
  const shown = useDemoDay(date, config);
  const { enabled } = config;
  return (
    <Paper component="section" variant="outlined" sx={{ overflow: "hidden" }} aria-label="Simple chart">
      <div className={styles.controls} role="toolbar" aria-label="Simple chart">
        <Check
          label="AMA Paint Bars"
          checked={enabled}
          onChange={(isOn) => setConfig({ ...config, enabled: isOn })}
        />
        <PopoverButton
          label="AMA Settings"
          title="AMA Settings"
          disabled={!enabled}
          content={() => <SimpleSettings config={config} onChange={setConfig} />}
        />
        <Button aria-pressed={inAmaColors} disabled={!enabled} onClick={() => setInAmaColors(!inAmaColors)}>
          {inAmaColors ? "AMA Colors" : "Standard Colors"}
        </Button>
        <ClearCache {...shown} />
        <Facts {...shown} />
      </div>
      <Stage {...shown} colors={inAmaColors ? AMA_COLORS : STANDARD_COLORS} signalsOn={enabled} />
      {children?.(shown)}
    </Paper>
  );
}

function ClearCache({ refetch }: DemoDay) {
  const [clear, { isLoading }] = useClearChartCacheMutation();
  return (
    <Button disabled={isLoading} onClick={() => void clear().then(refetch)}>
      Clear Cache
    </Button>
  );
}

function Facts({ day }: DemoDay) {
  if (!day?.navigation) return null;
  const { metadata, navigation } = day;
  return (
    <Box component="p" aria-live="polite" sx={COUNTS}>
      {metadata.amaEnabled && <span>{countOf(metadata.amaSignalCount, "AMA signal")}</span>}
      <span>{`Date ${navigation.currentIndex + 1} of ${navigation.totalDates}`}</span>
    </Box>
  );
}

interface StageProps extends DemoDay {
  colors: SignalColors;
  signalsOn: boolean;
}

function Stage({ day, error, isLoading, refetch, colors, signalsOn }: StageProps) {
  const lines = useAppSelector(selectLineSettings);
  const failure = isLoading ? null : errorText(error);
  return (
    <Box aria-busy={isLoading} sx={{ position: "relative", height: { xs: 360, sm: 480 } }}>
      {failure !== null && (
        <div className={styles.message} role="alert">
          <p>{loadFailed(failure)}</p>
          <Button onClick={refetch}>Try Again</Button>
        </div>
      )}
      {failure === null && day?.bars.length === 0 && <p className={styles.message}>{NO_CHART_DATA}</p>}
      {failure === null && day && day.bars.length > 0 && (
        <CandleChart {...{ day, colors, emaColor, lines, signalsOn }} filters={NO_FILTERS} />
      )}
      {isLoading && <LoadingNote>Loading chart data...</LoadingNote>}
    </Box>
  );
}
