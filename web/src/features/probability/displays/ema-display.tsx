import type { EmaAccumulation } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { Drawing } from "../elements/drawing";
import { Empty, Figure, Figures, More, SmallSample } from "../elements/parts";
import { aboutSide, BaselineCaption, Sides } from "../elements/session-parts";
import { DASH, formatAverage, toPercent } from "../figures/format";
import { bucketColumns } from "../figures/session-columns";
import { SMALL } from "../figures/wilson";
import styles from "../probability.module.css";
import { type DisplayProps, othersOf } from "./display";
import { EmaDetails } from "./ema-details";

/** How much of the day the bars spent on a side of the EMA, and how long they stayed there. */
export function EmaDisplay({ feature, data, n, filtered }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("regime_balance" in data)) return <Empty>Distribution data not available</Empty>;
  if (n === 0) return <Empty>No distribution data available</Empty>;
  return (
    <>
      {data.is_5m_ema && <p className={styles.note}>EMA of 5-minute bars</p>}
      <Sides feature={feature} data={data} baseline={othersOf(filtered, data.baseline)}>
        {(side, baseline, name) => <Side data={side} baseline={baseline} n={n} name={name} />}
      </Sides>
    </>
  );
}

interface Part {
  data: EmaAccumulation;
  baseline: EmaAccumulation | null;
}

function Side({ data, baseline, n, name }: Part & { n: number; name: string | null }) {
  const { runs } = data.regime_persistence;
  return (
    <>
      <Balance data={data} baseline={baseline} n={n} name={name} />
      <Persistence data={data} />
      {runs > 0 && runs < SMALL && n >= SMALL && <SmallSample days={runs} noun="run" />}
      <More about={aboutSide("the bars of the EMA", name)}>
        <EmaDetails data={data} baseline={baseline} n={n} />
      </More>
    </>
  );
}

function Balance({ data, baseline, n, name }: Part & { n: number; name: string | null }) {
  const { mean_bars, mean_percentage, distribution_buckets: buckets } = data.regime_balance;
  const model = bucketColumns(buckets, baseline?.regime_balance.distribution_buckets ?? null);
  const shares = buckets.map((bucket) => `${bucket.bar_range} ${formatPercent(bucket.days_pct)}`);
  const marks = buckets.map(({ bar_range }, index) => ({
    text: bar_range,
    place: (100 * (index + 0.5)) / buckets.length,
  }));
  return (
    <>
      <Drawing
        model={model}
        label={`Share of days by ${aboutSide("bars on the side of the EMA", name)}: ${shares.join(", ")}`}
        height={48}
        marks={marks}
      />
      <BaselineCaption isDrawn={model.others !== null}>bars a day, of {countOf(n, "day")}</BaselineCaption>
      <Figures>
        <Figure name="mean">{formatAverage(mean_bars, "bars")}</Figure>
        <Figure name="of the bars">{formatPercent(mean_percentage)}</Figure>
        {baseline && (
          <Figure name="baseline">{formatPercent(baseline.regime_balance.mean_percentage)}</Figure>
        )}
      </Figures>
    </>
  );
}

function Persistence({ data }: { data: EmaAccumulation }) {
  const { runs, avg_consecutive_bars, max_streak, continuation_prob_5_plus, full_day_regime_prob } =
    data.regime_persistence;
  return (
    <Figures>
      <Figure name="runs">{formatCount(runs)}</Figure>
      <Figure name="average run">{formatAverage(avg_consecutive_bars, "bars")}</Figure>
      <Figure name="max">{max_streak === null ? DASH : countOf(max_streak, "bar")}</Figure>
      <Figure name="5 bars or more">{formatPercent(toPercent(continuation_prob_5_plus))}</Figure>
      <Figure name="full day">{formatPercent(toPercent(full_day_regime_prob))}</Figure>
    </Figures>
  );
}
