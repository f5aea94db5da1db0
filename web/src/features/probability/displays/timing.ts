import type { Feature, PeriodProbability, TimeDistribution, TimingAnalysis } from "@/api/generated";
import { capitalise, countOf, formatPercent } from "@/lib/text/format";
import {
  BARS,
  barWithClock,
  CHECKPOINTS,
  clock,
  firstBar,
  hourMarks,
  isOnEverySession,
} from "../figures/bars";
import { centred, hourColumns } from "../figures/columns";
import { formatAverage, formatSpan, readInterval, toPercent } from "../figures/format";
import { byBar, firstCheckpoint, timingColumns } from "../figures/timing";
import type { Proportion } from "../figures/wilson";
import { type Asked, type Cell, few, type Section, type Sections, shareCell } from "./section";

export function timing(data: TimingAnalysis, { feature, n }: Asked): Sections {
  const { total_occurrences: total, q1, median_bar, q3 } = data;
  if (total === 0) return [];
  const isAlways = isOnEverySession(feature);
  const last = Math.min(feature.business_logic.value_range?.max ?? BARS, BARS);
  const noun = nounOf(feature);
  const { bar, byThen, stillToCome } = byBar(data, n, firstCheckpoint(feature.resolves_from));
  const table = byBarTable(data, n, last, isAlways);
  const quartiles = [q1, median_bar, q3].map((at) => formatAverage(at)).join(", ");
  const width = `${formatAverage(data.iqr)} bars`;
  return [
    {
      drawing: timingColumns(data, n, { isAlways, last }),
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

function nounOf(feature: Feature): string {
  return isOnEverySession(feature) ? "day" : "event day";
}

function sentence(data: TimingAnalysis, noun: string, last: number): string {
  const beside = data.others?.median_bar ? `; other days ${barWithClock(data.others.median_bar)}` : "";
  return (
    `${countOf(data.total_occurrences, noun)} by bar, 1 to ${last}: median ${barWithClock(data.median_bar)}, ` +
    `middle half bars ${formatSpan(data.q1, data.q3)}${beside}`
  );
}

/** An extreme has come on every day by the last bar; of an event is told how often it still comes. */
function byBarTable(data: TimingAnalysis, n: number, last: number, isAlways: boolean): Section {
  const bars = CHECKPOINTS.filter((bar) => bar < (isAlways ? last : BARS));
  return {
    table: {
      caption: isAlways ? "In by then (95%)" : "Happened by then; of the rest, still to come (95%)",
      head: isAlways ? ["Bar", "By then"] : ["Bar", "By then", "Still to come"],
      rows: bars.map((bar) => {
        const { byThen, stillToCome } = byBar(data, n, bar);
        return [{ lead: String(bar) }, ...(isAlways ? [byThen] : [byThen, stillToCome]).map(byThenCell)];
      }),
    },
  };
}

function byThenCell(share: Proportion | null): Cell {
  return share === null ? { lead: "unknown" } : shareCell(share);
}

export function periods(
  { periods: all, most_likely_period, others }: PeriodProbability,
  { n }: Asked,
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

export function hours(data: TimeDistribution, { feature }: Asked): Sections {
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
