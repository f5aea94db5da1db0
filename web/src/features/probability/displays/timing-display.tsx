import type { Feature, TimingAnalysis } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { Drawing } from "../elements/drawing";
import {
  Caption,
  Empty,
  Figure,
  Figures,
  More,
  ShareFigure,
  SmallSample,
  shareLead,
} from "../elements/parts";
import tables from "../elements/table.module.css";
import { BARS, CHECKPOINTS, clock, formatBar } from "../figures/bars";
import { DASH, formatAverage, formatLimits, formatSpan } from "../figures/format";
import { byBar, firstCheckpoint, timingColumns } from "../figures/timing";
import { type Proportion, SMALL } from "../figures/wilson";
import { type DisplayProps, isOnEverySession, othersOf } from "./display";

const MARKS = [
  { text: clock(1), place: 0 },
  { text: "Mid-Session", place: 50 },
  { text: "4:15", place: 100 },
];

export function TimingDisplay({ feature, data, n, filtered }: DisplayProps) {
  if (!data || !("by_bar_days" in data)) return <Empty>No timing analysis data available</Empty>;
  if (data.total_occurrences === 0) return <Empty>No occurrences found for timing analysis</Empty>;
  return <Timing data={{ ...data, others: othersOf(filtered, data.others) }} n={n} feature={feature} />;
}

interface Part {
  data: TimingAnalysis;
  n: number;
}

function Timing({ data, n, feature }: Part & { feature: Feature }) {
  const isAlways = isOnEverySession(feature);
  const last = lastBar(feature);
  const model = timingColumns(data, n, { isAlways, last });
  const noun = isAlways ? "day" : "event day";
  return (
    <>
      <Drawing model={model} label={sentence(data, noun, last)} height={64} marks={marksTo(last)} />
      <Caption othersAs={model.others && "line"}>{countOf(data.total_occurrences, noun)}</Caption>
      <Figures>
        <Figure name="median">{barWithClock(data.median_bar)}</Figure>
        <Figure name="IQR">{formatSpan(data.q1, data.q3)}</Figure>
      </Figures>
      {isAlways ? (
        <ByBarTable data={data} n={n} before={last} isAlways />
      ) : (
        <Checkpoint data={data} n={n} resolvesFrom={feature.resolves_from} />
      )}
      {data.total_occurrences < SMALL && n >= SMALL && (
        <SmallSample days={data.total_occurrences} noun="event day" />
      )}
      <More about="timing">
        <Figures>
          <Figure name="mean">bar {formatAverage(data.mean_bar)}</Figure>
          <Figure name="quartiles">
            {formatAverage(data.q1)}, {formatAverage(data.median_bar)}, {formatAverage(data.q3)}
          </Figure>
          <Figure name="IQR width">{formatAverage(data.iqr)} bars</Figure>
        </Figures>
        {!isAlways && <ByBarTable data={data} n={n} />}
      </More>
    </>
  );
}

function lastBar({ business_logic: { value_range } }: Feature): number {
  return Math.min(value_range?.max ?? BARS, BARS);
}

function marksTo(last: number) {
  return last === BARS
    ? MARKS
    : [
        { text: clock(1), place: 0 },
        { text: `bar ${last}`, place: 100 },
      ];
}

function Checkpoint({ data, n, resolvesFrom }: Part & { resolvesFrom: number }) {
  const { bar, byThen, stillToCome } = byBar(data, n, firstCheckpoint(resolvesFrom));
  return (
    <Figures>
      <ShareFigure name={`by bar ${bar}`} share={byThen} />
      <ShareFigure name="still to come" share={stillToCome} />
    </Figures>
  );
}

/** "bar 7 (10:00)" */
function barWithClock(bar: number | null): string {
  return bar === null ? DASH : `bar ${formatBar(bar)} (${clock(bar)})`;
}

function sentence(data: TimingAnalysis, noun: string, last: number): string {
  const beside = data.others?.median_bar ? `; other days ${barWithClock(data.others.median_bar)}` : "";
  return (
    `${countOf(data.total_occurrences, noun)} by bar, 1 to ${last}: median ${barWithClock(data.median_bar)}, ` +
    `middle half bars ${formatSpan(data.q1, data.q3)}${beside}`
  );
}

interface TableProps extends Part {
  /** The bar at which it has come on every day. */
  before?: number;
  isAlways?: boolean;
}

function ByBarTable({ data, n, before = BARS, isAlways = false }: TableProps) {
  const bars = CHECKPOINTS.filter((bar) => bar < before);
  return (
    <table className={tables.table}>
      <caption>
        {isAlways ? "In by then (95%)" : "Happened by then; of the rest, still to come (95%)"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Bar</th>
          <th scope="col">By then</th>
          {!isAlways && <th scope="col">Still to come</th>}
        </tr>
      </thead>
      <tbody>
        {bars
          .map((bar) => byBar(data, n, bar))
          .map((row) => (
            <tr key={row.bar}>
              <th scope="row">{row.bar}</th>
              <ShareCell share={row.byThen} />
              {!isAlways && <ShareCell share={row.stillToCome} />}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function ShareCell({ share }: { share: Proportion | null }) {
  if (share === null) return <td>unknown</td>;
  return (
    <td data-small={share.n < SMALL}>
      {shareLead(share)}{" "}
      <span className={tables.of}>
        {share.n < SMALL ? formatPercent(share.percentage) : `of ${formatCount(share.n)}`}
      </span>
      <small>{formatLimits(share.interval)}</small>
    </td>
  );
}
