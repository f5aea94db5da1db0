import type { ExtremePeriod, ExtremeTiming } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { Empty, Figure, Figures, More } from "../elements/parts";
import { ShareCell, type ShareRow, ShareTable } from "../elements/share-table";
import tables from "../elements/table.module.css";
import { CHECKPOINTS } from "../figures/bars";
import { DASH, formatAverage } from "../figures/format";
import { proportion } from "../figures/wilson";
import { type DisplayProps, othersOf } from "./display";

const PERIOD_NAMES: Readonly<Record<string, string>> = {
  "1-27": "Morning",
  "28-54": "Mid-Session",
  "55-81": "Late Session",
};

/** extreme_timing and hod_lod_analysis: how often a day passed its own extreme, and when it made the final one. */
export function ExtremeDisplay({ data, n, filtered }: DisplayProps) {
  if (!data || !("daily_updates" in data)) return <Empty>No timing analysis data available</Empty>;
  if (n === 0) return <Empty>No timing analysis data available</Empty>;
  const others = othersOf(filtered, data.others);
  return (
    <>
      <Updates data={data} others={others} />
      <PeriodTable data={data} n={n} others={others} />
      <More about="the final extreme">
        <ShareTable
          caption="Final extreme made by then, of the days (95%)"
          head={["Bar", "By then"]}
          rows={CHECKPOINTS.map((bar) => byThen(data, others, n, bar))}
        />
      </More>
    </>
  );
}

interface Part {
  data: ExtremeTiming;
  others: ExtremeTiming | null;
}

function Updates({ data, others }: Part) {
  const { average, median, max } = data.daily_updates;
  return (
    <Figures>
      <Figure name="updates a day">{formatAverage(average)}</Figure>
      <Figure name="median">{formatAverage(median)}</Figure>
      <Figure name="max">{max === null ? DASH : formatCount(max)}</Figure>
      {others && <Figure name="others' average">{formatAverage(others.daily_updates.average)}</Figure>}
    </Figures>
  );
}

function PeriodTable({ data, n, others }: Part & { n: number }) {
  const periods = Object.entries(data.period_analysis);
  const updates = periods.reduce((sum, [, period]) => sum + period.new_extremes.count, 0);
  return (
    <table className={tables.table}>
      <caption>
        Share of {countOf(updates, "update")}; of {countOf(n, "day")} (95%)
      </caption>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col">New extremes</th>
          <th scope="col">Final extreme</th>
        </tr>
      </thead>
      <tbody>
        {periods.map(([bars, period]) => (
          <PeriodRow key={bars} bars={bars} period={period} n={n} others={others} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  bars: string;
  period: ExtremePeriod;
  n: number;
  others: ExtremeTiming | null;
}

function PeriodRow({ bars, period, n, others }: RowProps) {
  const { new_extremes, final_extremes } = period;
  const beside = others === null ? null : others.period_analysis[bars];
  return (
    <tr>
      <th scope="row">
        {PERIOD_NAMES[bars] ?? bars}
        <small>bars {bars}</small>
      </th>
      <td>
        {formatPercent(new_extremes.pct_of_total)}
        <small>{countOf(new_extremes.count, "update")}</small>
        {beside && <small>others {formatPercent(beside.new_extremes.pct_of_total)}</small>}
      </td>
      <ShareCell
        percentage={final_extremes.pct_of_total}
        n={n}
        interval={proportion(final_extremes.count, n)?.interval}
        bar={{
          opens: { place: bars, label: `final extreme in bars ${bars}` },
          days: final_extremes.count,
        }}
        beside={beside && `others ${formatPercent(beside.final_extremes.pct_of_total)}`}
      />
    </tr>
  );
}

function byThen(data: ExtremeTiming, others: ExtremeTiming | null, n: number, bar: number): ShareRow {
  const share = proportion(data.final_by_bar_days[bar - 1] ?? 0, n);
  const beside = others === null ? null : finalShare(others.final_by_bar_days, bar);
  return {
    key: String(bar),
    label: String(bar),
    percentage: share?.percentage ?? null,
    n,
    interval: share?.interval,
    beside: others && `others ${formatPercent(beside)}`,
  };
}

/** Every day has its final extreme by the last bar, so that the last count is that of the days. */
function finalShare(days: readonly number[], bar: number): number | null {
  return proportion(days[bar - 1] ?? 0, days[days.length - 1] ?? 0)?.percentage ?? null;
}
