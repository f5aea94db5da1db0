import type { AmaSignal, ChartBar } from "@/api/generated";
import { DEFAULT_AMA } from "../settings/ama-settings";
import { DEFAULT_LINES } from "../settings/line-settings";
import type { ChartDay } from "./day";
import type { CandleModel } from "./layers/option";
import { signalsByIndex } from "./layers/signals";
import { readTheme } from "./theme";
import type { Viewport } from "./viewport/frame";
import { fittedPrices, plotOf, scaleOf } from "./viewport/scale";
import { OPENING } from "./viewport/viewport";

const FIRST_PRICE = 5200;
const TICK = 0.25;

/** A walk that is the same each time: one step of -8 to 8 ticks. */
function* steps(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield (Math.round(((state >> 8) % 17) - 8) * TICK) as number;
  }
}

interface Parts {
  date?: string;
  /** Bars of the session; 0 leaves it out. */
  current?: number;
  previous?: number;
  signals?: Record<number, number>;
  metadata?: Partial<ChartDay["metadata"]>;
  levels?: Partial<ChartDay["referenceLines"]>;
  dates?: string[];
}

/** A day with the parts a test is about; prices walk from 5,200 in quarter points. */
export function aDay({ date = "2024-05-03", current = 81, previous = 81, ...rest }: Parts = {}): ChartDay {
  const walk = steps(7);
  const bars = [
    ...session("previous", "2024-05-02", previous, FIRST_PRICE, walk),
    ...session("current", date, current, FIRST_PRICE + 6, walk),
  ];
  const { signals = {}, metadata, levels, dates = ["2024-05-01", "2024-05-02", date] } = rest;
  const currentIndex = dates.indexOf(date);
  return {
    bars,
    referenceLines: {
      hoy: 5210,
      loy: 5203,
      coy: 5204.5,
      gxh: 5212.25,
      gxl: 5203.75,
      open: 5206,
      ...levels,
    },
    amaSignals: bars.map((bar) => signalOf(bar, signals)),
    metadata: {
      currentDate: date,
      previousDate: previous > 0 ? "2024-05-02" : null,
      totalBars: bars.length,
      amaEnabled: Object.keys(signals).length > 0,
      amaSignalCount: Object.keys(signals).length,
      kind: current === 81 ? "full" : "short",
      reason: null,
      is_roll: false,
      contract: "ESM4",
      symbol: "ES",
      price_decimals: 2,
      tick: TICK,
      adr10: 40,
      ...metadata,
    },
    navigation: {
      availableDates: dates,
      currentDate: date,
      currentIndex,
      totalDates: dates.length,
      previous: (currentIndex < 0 ? dates.findLast((each) => each < date) : dates[currentIndex - 1]) ?? null,
      next: (currentIndex < 0 ? dates.find((each) => each > date) : dates[currentIndex + 1]) ?? null,
      has_previous: currentIndex > 0,
      has_next: currentIndex + 1 < dates.length,
    },
  };
}

/** What the server answers for the day. */
export function anAnswer(parts: Parts = {}) {
  return { ...aDay(parts), snapshot: "s1" };
}

function signalOf({ bar_number, session, index }: ChartBar, signals: Record<number, number>): AmaSignal {
  const signal_type = session === "current" ? (signals[bar_number] ?? 0) : 0;
  const ft_flag = Math.abs(signal_type) === 10 ? Math.sign(signal_type) : 0;
  return { bar_number, session, index, signal_type, ft_flag };
}

function session(
  name: ChartBar["session"],
  date: string,
  length: number,
  from: number,
  walk: Generator<number, never>,
): ChartBar[] {
  let last = from;
  let ema = from;
  return Array.from({ length }, (_, i) => {
    const open = last;
    const close = open + walk.next().value;
    const high = Math.max(open, close) + Math.abs(walk.next().value);
    const low = Math.min(open, close) - Math.abs(walk.next().value);
    last = close;
    ema += (2 / 21) * (close - ema);
    return aBar({
      bar_number: i + 1,
      session: name,
      index: i + 1 - (name === "previous" ? length : 0),
      date,
      open,
      high,
      low,
      close,
      ema,
    });
  });
}

export function aBar(parts: Partial<ChartBar> = {}): ChartBar {
  const bar = { open: 5200, high: 5204, low: 5198, close: 5203, bar_number: 1, ...parts };
  const range = bar.high - bar.low;
  const minutes = 570 + 5 * (bar.bar_number - 1);
  const hour = Math.floor(minutes / 60);
  return {
    session: "current",
    index: bar.bar_number,
    date: "2024-05-03",
    time: `2024-05-03T${hour + 4}:${String(minutes % 60).padStart(2, "0")}:00Z`,
    volume: 12000,
    ema: 5201.13,
    ibs: range === 0 ? 50 : (100 * (bar.close - bar.low)) / range,
    bar_range: range,
    avg_range: 5.5,
    z_score_full: 0.4213,
    z_score_body: -0.118,
    is_outside_bar: false,
    is_inside_bar: false,
    time_label: `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, "0")}`,
    ...bar,
  };
}

export interface GivenModel extends Partial<Omit<CandleModel, "day" | "scale">> {
  view?: Viewport;
}

/** All that is drawn of a day, at rest and in the light theme where nothing else is given. */
export function aModel(
  day: ChartDay,
  { view = OPENING, width = 1240, height = 720, lines = DEFAULT_LINES, ...rest }: GivenModel = {},
): CandleModel {
  const fitted = fittedPrices(day, lines);
  return {
    day,
    scale: scaleOf(view, plotOf(width, height), fitted),
    fitted,
    width,
    height,
    signals: signalsByIndex(day),
    ...DEFAULT_AMA.display,
    lines,
    filters: [],
    theme: readTheme({ getPropertyValue: () => "" }),
    lineMs: 0,
    ...rest,
  };
}
