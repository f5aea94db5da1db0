import type { TimingAnalysis } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/format";
import { CHECKPOINTS, clock, formatBar } from "./bars";
import { type DisplayProps, othersOf } from "./display";
import { Drawing } from "./drawing";
import { DASH, formatAverage, formatLimits, formatSpan } from "./format";
import { Caption, Empty, Figure, Figures, More, ShareFigure, SmallSample } from "./parts";
import tables from "./table.module.css";
import { byBar, firstCheckpoint, timingColumns } from "./timing";
import { type Proportion, SMALL } from "./wilson";

const MARKS = [
  { text: clock(1), place: 0 },
  { text: "Mid-Session", place: 50 },
  { text: "4:15", place: 100 },
];

export function TimingDisplay({ feature, data, n, filtered }: DisplayProps) {
  if (!data || !("by_bar_days" in data)) return <Empty>No timing analysis data available</Empty>;
  if (data.total_occurrences === 0) return <Empty>No occurrences found for timing analysis</Empty>;
  return (
    <Timing
      data={{ ...data, others: othersOf(filtered, data.others) }}
      n={n}
      resolvesFrom={feature.resolves_from}
    />
  );
}

interface Part {
  data: TimingAnalysis;
  n: number;
}

function Timing({ data, n, resolvesFrom }: Part & { resolvesFrom: number }) {
  const model = timingColumns(data, n);
  const { bar, byThen, stillToCome } = byBar(data, n, firstCheckpoint(resolvesFrom));
  return (
    <>
      <Drawing model={model} label={sentence(data)} height={64} marks={MARKS} />
      <Caption othersAs={model.others && "line"}>{countOf(data.total_occurrences, "event day")}</Caption>
      <Figures>
        <Figure name="median">{barWithClock(data.median_bar)}</Figure>
        <Figure name="IQR">{formatSpan(data.q1, data.q3)}</Figure>
      </Figures>
      <Figures>
        <ShareFigure name={`by bar ${bar}`} share={byThen} />
        <ShareFigure name="still to come" share={stillToCome} />
      </Figures>
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
        <ByBarTable data={data} n={n} />
      </More>
    </>
  );
}

/** "bar 7 (10:00)" */
function barWithClock(bar: number | null): string {
  return bar === null ? DASH : `bar ${formatBar(bar)} (${clock(bar)})`;
}

function sentence(data: TimingAnalysis): string {
  const beside = data.others?.median_bar ? `; other days ${barWithClock(data.others.median_bar)}` : "";
  return (
    `${countOf(data.total_occurrences, "event day")} by bar, 1 to 81: median ${barWithClock(data.median_bar)}, ` +
    `middle half bars ${formatSpan(data.q1, data.q3)}${beside}`
  );
}

function ByBarTable({ data, n }: Part) {
  return (
    <table className={tables.table}>
      <caption>Happened by then; of the rest, still to come (95%)</caption>
      <thead>
        <tr>
          <th scope="col">Bar</th>
          <th scope="col">By then</th>
          <th scope="col">Still to come</th>
        </tr>
      </thead>
      <tbody>
        {CHECKPOINTS.map((checkpoint) => byBar(data, n, checkpoint)).map((row) => (
          <tr key={row.bar}>
            <th scope="row">{row.bar}</th>
            <ShareCell share={row.byThen} />
            <ShareCell share={row.stillToCome} />
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
      {formatPercent(share.percentage)} <span className={tables.of}>of {formatCount(share.n)}</span>
      <small>{formatLimits(share.interval)}</small>
    </td>
  );
}
