import type { TimingAnalysis } from "@/api/generated";
import type { Column, ColumnsModel } from "@/charts/columns";
import { formatCount, formatPercent } from "@/lib/text/format";
import { BARS, CHECKPOINTS, clock, PERIOD_BANDS } from "./bars";
import { opensWith } from "./columns";
import { type Proportion, proportion } from "./wilson";

/** What is known at the close of bar `bar`: how often it has happened, and how often it still will where it has not. */
export interface ByBar {
  bar: number;
  byThen: Proportion | null;
  stillToCome: Proportion | null;
}

/** `n` counts the days with a value, with the event or without. */
export function byBar(data: TimingAnalysis, n: number, bar: number): ByBar {
  const happened = data.by_bar_days[bar - 1] ?? 0;
  return {
    bar,
    byThen: proportion(happened, n),
    stillToCome: proportion(data.total_occurrences - happened, n - happened),
  };
}

/** The first checkpoint at which an event that cannot come before `resolvesFrom` says something. */
export function firstCheckpoint(resolvesFrom: number): number {
  return (
    CHECKPOINTS.find((bar) => bar >= 12 && bar >= resolvesFrom) ?? CHECKPOINTS[CHECKPOINTS.length - 1] ?? BARS
  );
}

/** What a drawing of bars spans, and whether every session has one. */
export interface TimingSpan {
  isAlways: boolean;
  last: number;
}

const WHOLE_DAY: TimingSpan = { isAlways: false, last: BARS };

/** Event days by bar, up to the last bar that can be; the other days are scaled to as many event days. */
export function timingColumns(data: TimingAnalysis, n: number, span = WHOLE_DAY): ColumnsModel {
  const others = data.others ?? null;
  const bars = Array.from({ length: span.last }, (_, index) => index + 1);
  return {
    columns: bars.map((bar) => timingColumn(data, n, bar, span.isAlways)),
    others:
      others === null || others.total_occurrences === 0 ? null : bars.map((bar) => scaled(data, others, bar)),
    bands: span.last === BARS ? PERIOD_BANDS : [],
  };
}

function daysAt(data: TimingAnalysis, bar: number): number {
  return data.distribution[String(bar)] ?? 0;
}

function scaled(data: TimingAnalysis, others: TimingAnalysis, bar: number): number {
  return (daysAt(others, bar) * data.total_occurrences) / others.total_occurrences;
}

function timingColumn(data: TimingAnalysis, n: number, bar: number, isAlways: boolean): Column {
  const days = daysAt(data, bar);
  const { byThen, stillToCome } = byBar(data, n, bar);
  const others = data.others ?? null;
  const lines = [
    `Bar ${bar} (${clock(bar)}): ${formatCount(days)} of ${formatCount(data.total_occurrences)} ${isAlways ? "days" : "event days"}`,
    ...(others === null
      ? []
      : [`others ${formatCount(daysAt(others, bar))} of ${formatCount(others.total_occurrences)}`]),
    `by bar ${bar} ${formatPercent(byThen?.percentage)}` +
      (isAlways ? "" : `, still to come ${formatPercent(stillToCome?.percentage)}`),
  ];
  return {
    value: days,
    text: lines.join("\n"),
    opens: opensWith(days, String(bar), `event on bar ${bar} (${clock(bar)})`),
  };
}
