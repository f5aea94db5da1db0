import { Fragment, type ReactNode } from "react";
import type { Feature, Occurrence } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { DaysOf } from "../elements/days-of";
import { Empty, Figure, Figures, More, Tests } from "../elements/parts";
import { Track } from "../elements/track";
import { differenceFigures, differenceWords, occurrenceSentence } from "../figures/comparison";
import { formatLimits, readInterval, toPercent } from "../figures/format";
import { SMALL } from "../figures/wilson";
import styles from "../probability.module.css";
import { type DisplayProps, othersOf } from "./display";

export function OccurrenceDisplay({ feature, data, filtered, untested, asDetail }: DisplayProps) {
  if (!data || !("occurrence_days" in data)) return <Empty>No statistical data available</Empty>;
  const occurrence = { ...data, others: othersOf(filtered, data.others) };
  if (asDetail) return <AnyLabel feature={feature} data={occurrence} untested={untested} />;
  return (
    <>
      <Headline data={occurrence} untested={untested} />
      <Interval data={occurrence} />
      {occurrence.others && untested === null && <Tests p={data.p_value} q={data.q_value} />}
      <More about="occurrence">
        <Details data={occurrence} />
      </More>
    </>
  );
}

const ACTIVE = { place: "active", label: "active" };

interface Part {
  data: Occurrence;
  untested: string | null;
}

const NEUTRAL = ["none", "doji"];

/** How often any label but the neutral one came, where each label has its own share. */
function AnyLabel({ feature, ...part }: Part & { feature: Feature }) {
  const { enum: values = [], labels = [] } = feature.ui_schema.filter_component.validation;
  const neutral = labels?.[values?.findIndex((value) => NEUTRAL.includes(value)) ?? -1] ?? "None";
  return (
    <More about="any label">
      <p className={styles.subheading}>Any but {neutral}</p>
      <Headline {...part} />
      <Interval data={part.data} />
      <Details data={part.data} />
    </More>
  );
}

function Headline({ data, untested }: Part) {
  const words = untested ?? (data.others && differenceWords(data));
  const [figure, basis] = rateLead(data);
  return (
    <div className={styles.headline}>
      <strong className={styles.big}>
        <DaysOf opens={ACTIVE} days={data.occurrence_days}>
          {figure}
        </DaysOf>
      </strong>
      <div className={styles.weight}>
        <span>{basis}</span>
        {words && <span>{words}</span>}
      </div>
    </div>
  );
}

/** The rate and its denominator; of few days the count leads and the rate follows. */
function rateLead({ occurrence, occurrence_days, total_days }: Occurrence): [ReactNode, ReactNode] {
  const of = countOf(total_days, "day");
  if (total_days === 0) return ["unknown", `of ${of}`];
  const rate = formatPercent(toPercent(occurrence));
  if (total_days < SMALL) return [`${formatCount(occurrence_days)} of ${of}`, <b key="rate">{rate}</b>];
  return [
    rate,
    <Fragment key="basis">
      of <b>{of}</b>
    </Fragment>,
  ];
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
