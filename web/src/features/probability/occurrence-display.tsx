import type { Occurrence } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/format";
import { untested } from "@/lib/verdict";
import { differenceFigures, differenceWords, occurrenceSentence } from "./comparison";
import { DaysOf } from "./days-of";
import { type DisplayProps, othersOf } from "./display";
import { formatLimits, readInterval, toPercent } from "./format";
import { Empty, Figure, Figures, More, Tests } from "./parts";
import styles from "./probability.module.css";
import { Track } from "./track";

export function OccurrenceDisplay({ data, filtered, conditioned }: DisplayProps) {
  if (!data || !("occurrence_days" in data)) return <Empty>No statistical data available</Empty>;
  const occurrence = { ...data, others: othersOf(filtered, data.others) };
  return (
    <>
      <Headline data={occurrence} conditioned={conditioned} />
      <Interval data={occurrence} />
      {occurrence.others && !conditioned && <Tests p={data.p_value} q={data.q_value} />}
      <More about="occurrence">
        <Details data={occurrence} />
      </More>
    </>
  );
}

const ACTIVE = { place: "active", label: "active" };

interface Part {
  data: Occurrence;
  conditioned: boolean;
}

function Headline({ data, conditioned }: Part) {
  const words = conditioned ? untested(data.occurrence) : data.others && differenceWords(data);
  return (
    <div className={styles.headline}>
      <strong className={styles.big}>
        <DaysOf opens={ACTIVE} days={data.occurrence_days}>
          {data.total_days === 0 ? "unknown" : formatPercent(toPercent(data.occurrence))}
        </DaysOf>
      </strong>
      <div className={styles.weight}>
        <span>
          of <b>{countOf(data.total_days, "day")}</b>
        </span>
        {words && <span>{words}</span>}
      </div>
    </div>
  );
}

function Interval({ data }: { data: Occurrence }) {
  const rate = toPercent(data.occurrence);
  const interval = readInterval(data, rate);
  const others = toPercent(data.others?.occurrence);
  return (
    <div>
      <div role="img" aria-label={occurrenceSentence(data, interval)} data-hint={baselineWords(data)}>
        <Track rate={rate} interval={interval} others={others} shape="dot" />
      </div>
      <p className={styles.caption}>
        <span>95% {formatLimits(interval)}</span>
        {data.others && <span>others {formatPercent(others)}</span>}
      </p>
    </div>
  );
}

function baselineWords({ baseline }: Occurrence): string {
  return `Baseline, all days of the date range: ${formatPercent(toPercent(baseline?.occurrence))} of ${countOf(
    baseline?.total_days ?? 0,
    "day",
  )}`;
}

function Details({ data }: { data: Occurrence }) {
  return (
    <Figures>
      <Figure name="active">
        <DaysOf opens={ACTIVE} days={data.occurrence_days}>
          {formatCount(data.occurrence_days)} of {countOf(data.total_days, "day")}
        </DaysOf>
      </Figure>
      <Figure name="baseline">
        {formatPercent(toPercent(data.baseline?.occurrence))} of{" "}
        {countOf(data.baseline?.total_days ?? 0, "day")}
      </Figure>
      {data.others && <Against data={data} />}
    </Figures>
  );
}

function Against({ data }: { data: Occurrence }) {
  return (
    <>
      <Figure name="others">
        {formatPercent(toPercent(data.others?.occurrence))} of {countOf(data.others?.total_days ?? 0, "day")}
      </Figure>
      {data.difference && <Figure name="difference">{differenceFigures(data.difference)}</Figure>}
      {data.lift !== null && data.lift !== undefined && <Figure name="lift">{data.lift.toFixed(2)}</Figure>}
    </>
  );
}
