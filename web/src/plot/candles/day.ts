import type { AmaSignal, ChartBar, ChartData, Navigation } from "@/api/generated";

/** A trading day and the session before it, as the chart draws them. */
export interface ChartDay extends ChartData {
  /** Null where an answer bore none. */
  navigation: Navigation | null;
  /** The last bar that is known where later ones are hidden: 0 at the open, -1 before it. */
  knownTo?: number;
}

export function barsOf({ bars }: Pick<ChartDay, "bars">, session: ChartBar["session"]): ChartBar[] {
  return bars.filter((bar) => bar.session === session);
}

/** The day as it was known at the close of a bar, without what came later; null is the whole day. */
export function knownUpTo(day: ChartDay, bar: number | null): ChartDay {
  if (bar === null) return day;
  const isKnown = ({ session, bar_number }: Pick<ChartBar, "session" | "bar_number">) =>
    session === "previous" || bar_number <= bar;
  if (day.bars.every(isKnown)) return day;
  const known = { bars: day.bars.filter(isKnown), amaSignals: day.amaSignals.filter(isKnown) };
  const isSignal = ({ session, signal_type }: AmaSignal) => session === "current" && signal_type !== 0;
  return {
    ...day,
    ...known,
    referenceLines: { ...day.referenceLines, ...(bar < 0 && { open: null }) },
    metadata: {
      ...day.metadata,
      totalBars: barsOf(known, "current").length,
      amaSignalCount: known.amaSignals.filter(isSignal).length,
    },
    knownTo: bar,
  };
}

/** Bars of a day that is not shortened. */
const FULL_DAY = 81;

/** Whether the session has no bar at a place of the axis because it was over. */
export function isAfterClose({ bars, metadata, knownTo }: ChartDay, index: number): boolean {
  const isFull = metadata.kind === "full" || knownTo !== undefined;
  return index > (isFull ? FULL_DAY : (barsOf({ bars }, "current").at(-1)?.index ?? 0));
}

/** Whether every bar has its four prices; an answer's null is none. */
export function hasPrices({ bars }: Pick<ChartDay, "bars">): boolean {
  return bars.every(({ open, high, low, close }) => [open, high, low, close].every(Number.isFinite));
}

type Entry = Record<string, unknown>;

/**
 * A day from an answer under any of the names it has been known by (spec/chart.md section 3). A bar without an
 * index has its place in the list.
 */
export function readDay(answer: object): ChartDay {
  const given = answer as Entry;
  const bars = ((given.bars ?? []) as Entry[]).map(readBar);
  return {
    bars,
    referenceLines: { ...NO_LEVELS, ...((given.referenceLines ?? given.reference_lines) as object) },
    amaSignals: (given.amaSignals ?? []) as ChartDay["amaSignals"],
    navigation: given.navigation ? readNavigation(given.navigation as Entry) : null,
    metadata: given.metadata as ChartDay["metadata"],
  };
}

const NO_LEVELS = { hoy: null, loy: null, coy: null, gxh: null, gxl: null, open: null };

function readBar(bar: Entry, position: number): ChartBar {
  return {
    ...(bar as ChartBar),
    index: (bar.index ?? position) as number,
    session: bar.session === "previous" ? "previous" : "current",
    z_score_full: (bar.z_score_full ?? bar.zscore_full ?? null) as number | null,
    z_score_body: (bar.z_score_body ?? bar.zscore_body ?? null) as number | null,
  };
}

function readNavigation(given: Entry): Navigation {
  const { has_previous, has_next } = given;
  const availableDates = (given.availableDates ?? given.available_dates ?? []) as string[];
  const currentIndex = (given.currentIndex ?? given.current_index ?? -1) as number;
  return {
    availableDates,
    currentDate: (given.currentDate ?? given.current_date ?? null) as string | null,
    currentIndex,
    totalDates: (given.totalDates ?? given.total_dates ?? availableDates.length) as number,
    previous: (given.previous ?? availableDates[currentIndex - 1] ?? null) as string | null,
    next: (given.next ?? (currentIndex < 0 ? null : availableDates[currentIndex + 1]) ?? null) as
      | string
      | null,
    has_previous: (has_previous ?? currentIndex > 0) as boolean,
    has_next: (has_next ?? currentIndex + 1 < availableDates.length) as boolean,
  };
}
