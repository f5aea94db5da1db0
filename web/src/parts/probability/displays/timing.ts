import type { Feature, PeriodProbability, TimeDistribution, TimingAnalysis } from "@/api/generated";
import { capitalise, countOf, formatCount, formatPercent } from "@/lib/text/format";
import type { Column, ColumnsModel } from "@/plot/columns";
import { coinOf } from "@/question/figures/coin";
import { formatAverage, formatSpan, readInterval, toPercent } from "@/question/figures/format";
import { type Proportion, proportion } from "@/question/figures/wilson";
import {
  BARS,
  barWithClock,
  CHECKPOINTS,
  clock,
  firstBar,
  hourMarks,
  isOnEverySession,
  PERIOD_BANDS,
} from "../figures/bars";
import { centred, opensWith, scaledTo, shareColumns } from "../figures/columns";
import { type Cell, type DisplayContext, few, type Section, type Sections, shareCell } from "./section";

export function timing(data: TimingAnalysis, { feature, n }: DisplayContext): Sections {
  const { total_occurrences: total, q1, median_bar, q3 } = data;
  if (total === 0) return [];
  const isAlways = isOnEverySession(feature);
  const last = lastBar(feature);
  const noun = nounOf(feature);
  const bar = firstCheckpoint(feature.resolves_from);
  const { byThen, stillToCome } = byBar(data, n, bar);
  const table = byBarTable(data, n, last, isAlways);
  const quartiles = [q1, median_bar, q3].map((at) => formatAverage(at)).join(", ");
  const width = `${formatAverage(data.iqr)} bars`;
  return [
    {
      drawing: timingColumns(data, n, last, isAlways),
      label: sentence(data, noun, last),
      marks: hourMarks(last),
      caption: countOf(total, noun),
    },
    { figures: { median: barWithClock(median_bar), IQR: formatSpan(q1, q3) } },
    isAlways
      ? table
      : { figures: { [`by bar ${bar}`]: { share: byThen }, "still to come": { share: stillToCome } } },
    few(total, "event day", n),
    {
      more: "timing",
      sections: [
        { figures: { mean: `bar ${formatAverage(data.mean_bar)}`, quartiles, "IQR width": width } },
        !isAlways && table,
      ],
    },
  ];
}

/** The days whose event came on a bar, where there are some. */
export function opensOn(data: TimingAnalysis, bar: number): Column["opens"] {
  return opensWith(daysAt(data, bar), String(bar), `event on bar ${bar} (${clock(bar)})`);
}

/** The last bar on which the event can come. */
export function lastBar({ business_logic }: Feature): number {
  return Math.min(business_logic.value_range?.max ?? BARS, BARS);
}

function nounOf(feature: Feature): string {
  return isOnEverySession(feature) ? "day" : "event day";
}

function sentence(data: TimingAnalysis, noun: string, last: number): string {
  const elsewhere = data.others?.median_bar ? `; other days ${barWithClock(data.others.median_bar)}` : "";
  return (
    `${countOf(data.total_occurrences, noun)} by bar, 1 to ${last}: median ${barWithClock(data.median_bar)}, ` +
    `middle half bars ${formatSpan(data.q1, data.q3)}${elsewhere}`
  );
}

/** An extreme has come on every day by the last bar; of an event is told how often it still comes. */
function byBarTable(data: TimingAnalysis, n: number, last: number, isAlways: boolean): Section {
  const bars = CHECKPOINTS.filter((bar) => bar < (isAlways ? last : BARS));
  const hasCoin = coinOf(data.coin) !== null;
  return {
    caption: isAlways ? "In by then (95%)" : "Happened by then; of the rest, still to come (95%)",
    head: isAlways ? ["Bar", "By then", ...(hasCoin ? ["Coin"] : [])] : ["Bar", "By then", "Still to come"],
    rows: bars.map((bar) => {
      const { byThen, stillToCome } = byBar(data, n, bar);
      const coin = coinByBar(data, bar);
      const ofCoin = coin === null ? [] : [{ lead: coin }];
      const cells = isAlways
        ? [byThenCell(byThen), ...ofCoin]
        : [byThenCell(byThen, coin && `coin ${coin}`), byThenCell(stillToCome)];
      return [{ lead: String(bar) }, ...cells];
    }),
  };
}

function byThenCell(share: Proportion | null, elsewhere: string | null = null): Cell {
  return share === null ? { lead: "unknown" } : shareCell({ ...share, elsewhere });
}

/** "43.10%": on what share of a coin's days it has happened by bar `bar`. */
function coinByBar(data: TimingAnalysis, bar: number): string | null {
  const coin = coinOf(data.coin);
  return coin && formatPercent(toPercent(coin.by_bar[bar - 1]));
}

export function periods(
  { periods: all, most_likely_period, others }: PeriodProbability,
  { n }: DisplayContext,
): Sections {
  const rates = Object.entries(all).map(([name, period]) => ({
    place: name,
    label: name,
    days: period.days,
    percentage: toPercent(period.probability),
    interval: readInterval(period, toPercent(period.probability)),
    others: others ? toPercent(others.periods[name]?.probability) : undefined,
    isMarked: name === most_likely_period,
  }));
  return [{ rates, shape: "dot", n }, { figures: { "most likely": most_likely_period ?? "none: no event" } }];
}

export function hours(data: TimeDistribution, { feature }: DisplayContext): Sections {
  const days = data.hours.reduce((sum, hour) => sum + hour.days, 0);
  if (days === 0) return [];
  const noun = nounOf(feature);
  const starts = data.hours.map(({ bar_range }) => clock(firstBar(bar_range)));
  const shares = data.hours.map((hour, index) => `${starts[index]} ${formatPercent(hour.pct)}`);
  const label = `${capitalise(noun)}s by hour: ${shares.join(", ")}`;
  return [
    { drawing: hourColumns(data), label, marks: centred(starts), caption: `of ${countOf(days, noun)}` },
  ];
}

/** Share of the event days by hour. */
export function hourColumns({ hours: all, others }: TimeDistribution): ColumnsModel {
  const shares = all.map(({ bar_range: bars, days, pct }, index) => ({
    name: `${clock(firstBar(bars))}, bars ${bars}`,
    days,
    pct,
    elsewhere: others?.hours[index]?.pct,
    place: bars,
    label: `event in bars ${bars}`,
  }));
  return shareColumns(shares, "others");
}

/**
 * What is known at the close of bar `bar`: how often it has happened, and how often it still will where it has not. `n`
 * counts the days with a value, with the event or without.
 */
export function byBar(data: TimingAnalysis, n: number, bar: number) {
  const happened = data.by_bar_days[bar - 1] ?? 0;
  const stillToCome = proportion(data.total_occurrences - happened, n - happened);
  return { byThen: proportion(happened, n), stillToCome };
}

/** The first checkpoint at which an event that cannot come before `resolvesFrom` says something. */
export function firstCheckpoint(resolvesFrom: number): number {
  return CHECKPOINTS.find((bar) => bar >= Math.max(12, resolvesFrom)) ?? CHECKPOINTS[4];
}

/** Event days by bar, up to the last bar that can be; the other days are scaled to as many event days. */
export function timingColumns(data: TimingAnalysis, n: number, last = BARS, isAlways = false): ColumnsModel {
  const { total_occurrences, others } = data;
  const bars = Array.from({ length: last }, (_, index) => index + 1);
  return {
    columns: bars.map((bar) => timingColumn(data, n, bar, isAlways)),
    others: scaledTo(total_occurrences, others && bars.map((bar) => daysAt(others, bar))),
    bands: last === BARS ? PERIOD_BANDS : [],
  };
}

export function daysAt(data: TimingAnalysis, bar: number): number {
  return data.distribution[String(bar)] ?? 0;
}

function timingColumn(data: TimingAnalysis, n: number, bar: number, isAlways: boolean): Column {
  const { total_occurrences, others } = data;
  const days = daysAt(data, bar);
  const { byThen, stillToCome } = byBar(data, n, bar);
  const noun = isAlways ? "days" : "event days";
  const coin = coinByBar(data, bar);
  const lines = [
    `Bar ${bar} (${clock(bar)}): ${formatCount(days)} of ${formatCount(total_occurrences)} ${noun}`,
    others && `others ${formatCount(daysAt(others, bar))} of ${formatCount(others.total_occurrences)}`,
    `by bar ${bar} ${formatPercent(byThen?.percentage)}` +
      (isAlways ? "" : `, still to come ${formatPercent(stillToCome?.percentage)}`),
    coin && `coin ${coin} by bar ${bar}`,
  ];
  return {
    value: days,
    text: lines.filter(Boolean).join("\n"),
    opens: opensOn(data, bar),
  };
}
