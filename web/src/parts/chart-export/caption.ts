import { useAppSelector } from "@/lib/state/hooks";
import { capitalise } from "@/lib/text/format";
import type { ChartDay } from "@/plot/candles/day";
import { dayWords } from "@/plot/candles/day-words";
import { SIGNAL_MEANINGS, signalsByIndex } from "@/plot/candles/layers/signals";
import { SIGNAL_NUMBERS } from "@/plot/settings/ama-settings";
import { SAMPLE_NOTE } from "./words";

/** The caption in a picture's file: the file explains itself. */
export interface Caption {
  title: string;
  lines: string[];
  legend: { color: string; label: string }[];
  /** Prices that no market made. */
  isSample: boolean;
}

const weekdays = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });

/** The caption of a drawn day. Data are a market's only where their snapshot says so. */
export function useCaption(day: ChartDay): Caption {
  const snapshot = useAppSelector(({ session }) => session.summary)?.snapshot;
  const legend = useLegend(day);
  const { symbol, currentDate, contract } = day.metadata;
  const isSample = snapshot?.sample_data !== false;
  const date = currentDate === null ? [] : [currentDate, weekdays.format(new Date(currentDate))];
  return {
    title: [symbol, ...date, "5-minute bars", ...(contract ? [`contract ${contract}`] : [])].join(", "),
    lines: [
      ...(isSample ? [SAMPLE_NOTE] : []),
      ...(snapshot?.roll_state === "unknown" ? ["Rolls are unknown: gaps may hold contract changes."] : []),
      dayWords(day, snapshot).join(" "),
    ].filter(Boolean),
    legend,
    isSample,
  };
}

/** The colours of the signals that paint a bar of the day, and the moving average's. */
function useLegend(day: ChartDay): Caption["legend"] {
  const { amaOn, ama } = useAppSelector(({ chart }) => chart);
  const { colors, emaColor } = ama.display;
  const painted = new Set(amaOn ? [...signalsByIndex(day).values()].map(({ type }) => type) : []);
  const signals = SIGNAL_NUMBERS.filter((type) => painted.has(type));
  return [
    ...signals.map((type) => ({ color: colors[type], label: capitalise(SIGNAL_MEANINGS[type]) })),
    { color: emaColor, label: "EMA" },
  ];
}
