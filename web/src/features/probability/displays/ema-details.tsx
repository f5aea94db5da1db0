import type { EmaAccumulation, EmaBucket } from "@/api/generated";
import { asRead, countOf, formatCount, formatPercent } from "@/lib/text/format";
import { Figure, Figures } from "../elements/parts";
import { BaselineDetails } from "../elements/session-parts";
import { type ShareRow, ShareTable } from "../elements/share-table";
import { DASH, formatAverage, toPercent } from "../figures/format";
import { proportion } from "../figures/wilson";

interface Props {
  data: EmaAccumulation;
  baseline: EmaAccumulation | null;
  n: number;
}

/** One side's days by their bars, runs by their length, streaks and quartiles. */
export function EmaDetails({ data, baseline, n }: Props) {
  return (
    <>
      <ShareTable
        caption="Bars a day, of the days (95%)"
        head={["Bars", "Days"]}
        rows={dayRows(data, baseline, n)}
      />
      <ShareTable caption="Lasted, of the runs" head={["Bars", "Runs"]} rows={runRows(data, baseline)} />
      <Streaks data={data} />
      {baseline && (
        <BaselineDetails>
          <Streaks data={baseline} />
        </BaselineDetails>
      )}
    </>
  );
}

function Streaks({ data }: { data: EmaAccumulation }) {
  const { mean_eod_streak, max_streak_in_data } = data.streak_stats;
  const { quartiles } = data.distribution_stats;
  return (
    <Figures>
      <Figure name="run at the last bar, mean">{formatAverage(mean_eod_streak, "bars")}</Figure>
      <Figure name="longest across sessions">
        {max_streak_in_data === null ? DASH : countOf(max_streak_in_data, "bar")}
      </Figure>
      <Figure name="quartiles">
        {quartiles === null ? DASH : `${quartiles.map((bars) => formatAverage(bars)).join(", ")} bars`}
      </Figure>
    </Figures>
  );
}

function dayRows(data: EmaAccumulation, baseline: EmaAccumulation | null, n: number): ShareRow[] {
  const all = baseline?.regime_balance.distribution_buckets;
  return [
    ...data.regime_balance.distribution_buckets.map((bucket, index) =>
      bucketRow(bucket, n, all && `baseline ${formatPercent(all[index]?.days_pct)}`),
    ),
    fullDayRow(data, baseline, n),
  ];
}

function bucketRow(bucket: EmaBucket, n: number, beside: string | undefined): ShareRow {
  return {
    key: bucket.bar_range,
    label: asRead(`${bucket.label}, ${bucket.bar_range} (${bucket.pct_range})`),
    percentage: bucket.days_pct,
    n,
    interval: proportion(bucket.days, n)?.interval,
    beside,
    bar: {
      opens: { place: bucket.bar_range, label: `${bucket.bar_range} bars on the side` },
      days: bucket.days,
    },
  };
}

function fullDayRow(data: EmaAccumulation, baseline: EmaAccumulation | null, n: number): ShareRow {
  const share = data.regime_persistence.full_day_regime_prob;
  const all = baseline?.regime_persistence.full_day_regime_prob;
  return {
    key: "full day",
    label: "Full day",
    percentage: toPercent(share),
    n,
    interval: share === null ? null : proportion(Math.round(share * n), n)?.interval,
    beside: baseline && `baseline ${formatPercent(toPercent(all))}`,
    bar: {
      opens: { place: "full day", label: "all bars on the side" },
      days: Math.round((share ?? 0) * n),
    },
  };
}

/** Runs of one day hang together, so that they bear no interval; a length no run can have is left out. */
function runRows(data: EmaAccumulation, baseline: EmaAccumulation | null): ShareRow[] {
  const { runs, continuation_distribution } = data.regime_persistence;
  const all = baseline?.regime_persistence.continuation_distribution;
  return continuation_distribution
    .map(({ threshold_bars, probability }, index) => ({
      key: String(threshold_bars),
      label: `≥ ${formatCount(threshold_bars)}`,
      percentage: toPercent(probability),
      n: runs,
      beside: all && `baseline ${formatPercent(toPercent(all[index]?.probability))}`,
    }))
    .filter(({ percentage }) => percentage !== null);
}
