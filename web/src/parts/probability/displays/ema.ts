import type { EmaAccumulation, EmaBucket } from "@/api/generated";
import { asRead, countOf, formatCount, formatPercent } from "@/lib/text/format";
import { DASH, formatAverage, toPercent } from "@/question/figures/format";
import { proportion } from "@/question/figures/wilson";
import { centred, shareColumns } from "../figures/columns";
import {
  aboutSide,
  BASELINE,
  baselineShare,
  type DisplayContext,
  few,
  type Section,
  type Sections,
  shareCell,
  sides,
} from "./section";

type Ema = EmaAccumulation;

/** How much of the day the bars spent on a side of the EMA, and how long they stayed there. */
export function ema(data: Ema, context: DisplayContext): Sections {
  const { n } = context;
  return [
    data.is_5m_ema && { text: "EMA of 5-minute bars", as: "note" },
    ...sides(data, context, (side, baseline, name) => [
      drawing(side, baseline, n, name),
      balance(side, baseline),
      persistence(side),
      few(side.regime_persistence.runs, "run", n),
      {
        more: aboutSide("the bars of the EMA", name),
        sections: [
          dayTable(side, baseline, n),
          runTable(side, baseline),
          streaks(side),
          ...(baseline ? [BASELINE, streaks(baseline)] : []),
        ],
      },
    ]),
  ];
}

function drawing(data: Ema, baseline: Ema | null, n: number, name: string | null): Section {
  const { distribution_buckets: buckets } = data.regime_balance;
  const shares = buckets.map((bucket) => `${bucket.bar_range} ${formatPercent(bucket.days_pct)}`);
  return {
    drawing: bucketColumns(buckets, baseline?.regime_balance.distribution_buckets),
    label: `Share of days by ${aboutSide("bars on the side of the EMA", name)}: ${shares.join(", ")}`,
    marks: centred(buckets.map(({ bar_range }) => bar_range)),
    caption: `bars a day, of ${countOf(n, "day")}`,
    elsewhere: "baseline",
  };
}

function balance({ regime_balance: { mean_bars, mean_percentage } }: Ema, baseline: Ema | null): Section {
  return {
    figures: {
      mean: formatAverage(mean_bars, "bars"),
      "of the bars": formatPercent(mean_percentage),
      baseline: baseline && formatPercent(baseline.regime_balance.mean_percentage),
    },
  };
}

function persistence({ regime_persistence: runs }: Ema): Section {
  return {
    figures: {
      runs: formatCount(runs.runs),
      "average run": formatAverage(runs.avg_consecutive_bars, "bars"),
      max: countOfBars(runs.max_streak),
      "5 bars or more": formatPercent(toPercent(runs.continuation_prob_5_plus)),
      "full day": formatPercent(toPercent(runs.full_day_regime_prob)),
    },
  };
}

function streaks({ streak_stats, distribution_stats }: Ema): Section {
  const quartiles = distribution_stats.quartiles?.map((bars) => formatAverage(bars)).join(", ");
  return {
    figures: {
      "run at the last bar, mean": formatAverage(streak_stats.mean_eod_streak, "bars"),
      "longest across sessions": countOfBars(streak_stats.max_streak_in_data),
      quartiles: quartiles === undefined ? DASH : `${quartiles} bars`,
    },
  };
}

function countOfBars(bars: number | null): string {
  return bars === null ? DASH : countOf(bars, "bar");
}

/** The days by their bars, and those that have all of them. */
function dayTable({ regime_balance, regime_persistence }: Ema, baseline: Ema | null, n: number): Section {
  const all = baseline?.regime_balance.distribution_buckets;
  const whole = toPercent(regime_persistence.full_day_regime_prob);
  const buckets = regime_balance.distribution_buckets.map((bucket, index) => ({
    lead: asRead(`${bucket.label}, ${bucket.bar_range} (${bucket.pct_range})`),
    percentage: bucket.days_pct,
    bar: { place: bucket.bar_range, label: `${bucket.bar_range} bars on the side`, days: bucket.days },
    elsewhere: baselineShare(all, all?.[index]?.days_pct),
  }));
  const fullDay = {
    lead: "Full day",
    percentage: whole,
    bar: { place: "full day", label: "all bars on the side", days: Math.round(((whole ?? 0) * n) / 100) },
    elsewhere: baselineShare(baseline, toPercent(baseline?.regime_persistence.full_day_regime_prob)),
  };
  return {
    caption: "Bars a day, of the days (95%)",
    head: ["Bars", "Days"],
    rows: [...buckets, fullDay].map(({ lead, ...share }) => {
      const interval = share.percentage === null ? null : proportion(share.bar.days, n)?.interval;
      return [{ lead }, shareCell({ ...share, n, interval })];
    }),
  };
}

/** Runs of one day hang together, so that they bear no interval; a length no run can have is left out. */
function runTable({ regime_persistence }: Ema, baseline: Ema | null): Section {
  const { runs: n, continuation_distribution } = regime_persistence;
  const all = baseline?.regime_persistence.continuation_distribution;
  const rows = continuation_distribution.flatMap(({ threshold_bars, probability }, index) => {
    if (probability === null) return [];
    const elsewhere = baselineShare(all, toPercent(all?.[index]?.probability));
    const share = shareCell({ percentage: toPercent(probability), n, elsewhere });
    return [[{ lead: `≥ ${formatCount(threshold_bars)}` }, share] as const];
  });
  return { caption: "Lasted, of the runs", head: ["Bars", "Runs"], rows };
}

/** Share of the days by their number of bars on the side. */
export function bucketColumns(buckets: readonly EmaBucket[], baseline: readonly EmaBucket[] | undefined) {
  const shares = buckets.map(({ label, bar_range, days, days_pct }, index) => ({
    name: `${label}, ${bar_range} bars`,
    days,
    pct: days_pct,
    elsewhere: baseline?.[index]?.days_pct,
    place: bar_range,
    label: `${bar_range} bars on the side`,
  }));
  return shareColumns(shares, "baseline");
}
