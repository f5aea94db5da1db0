import type { Continuation, StreakAnalysis } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { Drawing } from "../elements/drawing";
import { Empty, Figure, Figures, More, ShareFigure, SmallSample } from "../elements/parts";
import { aboutSide, BaselineCaption, BaselineDetails, Sides } from "../elements/session-parts";
import { type ShareRow, ShareTable } from "../elements/share-table";
import { DASH, formatAverage, toPercent } from "../figures/format";
import { streakColumns, streakCount } from "../figures/session-columns";
import { proportion, SMALL } from "../figures/wilson";
import { type DisplayProps, othersOf } from "./display";

/** How many sessions in a row the feature was active, and how often such a streak went on. */
export function StreakDisplay({ feature, data, filtered }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("streak_distribution" in data)) return <Empty>Distribution data not available</Empty>;
  if (data.total_days === 0) return <Empty>No distribution data available</Empty>;
  return (
    <Sides feature={feature} data={data} baseline={othersOf(filtered, data.baseline)}>
      {(side, baseline, name) => <Side data={side} baseline={baseline} name={name} />}
    </Sides>
  );
}

interface Part {
  data: StreakAnalysis;
  baseline: StreakAnalysis | null;
}

function Side({ data, baseline, name }: Part & { name: string | null }) {
  const streaks = streakCount(data);
  return (
    <>
      <Figures>
        <Figure name="active">{countOf(data.active_days, "day")}</Figure>
        <ShareFigure name="overall" share={proportion(data.active_days, data.total_days)} />
        {baseline && <Figure name="baseline">{formatPercent(baseline.overall_percentage)}</Figure>}
      </Figures>
      {streaks > 0 && <Streaks data={data} baseline={baseline} name={name} />}
      {streaks > 0 && streaks < SMALL && data.total_days >= SMALL && (
        <SmallSample days={streaks} noun="streak" />
      )}
      <More about={aboutSide("streaks", name)}>
        <Continued data={data} baseline={baseline} />
        {baseline && (
          <BaselineDetails>
            <Stats data={baseline} />
            <Figures>
              <Figure name="active">
                {formatCount(baseline.active_days)} of {countOf(baseline.total_days, "day")}
              </Figure>
              <Figure name="streaks">{formatCount(streakCount(baseline))}</Figure>
            </Figures>
          </BaselineDetails>
        )}
      </More>
    </>
  );
}

function Streaks({ data, baseline, name }: Part & { name: string | null }) {
  const model = streakColumns(data, baseline);
  return (
    <>
      <Drawing model={model} label={sentence(data, name)} height={48} marks={marks(model.columns.length)} />
      <BaselineCaption isDrawn={model.others !== null}>
        {countOf(streakCount(data), "streak")} by length
      </BaselineCaption>
      <Stats data={data} />
    </>
  );
}

function Stats({ data }: { data: StreakAnalysis }) {
  const { median_streak, max_streak } = data.streak_stats;
  return (
    <Figures>
      <Figure name="median streak">{formatAverage(median_streak)}</Figure>
      <Figure name="mean">{formatAverage(data.mean_streak)}</Figure>
      <Figure name="max">{max_streak === null ? DASH : formatCount(max_streak)}</Figure>
    </Figures>
  );
}

function Continued({ data, baseline }: Part) {
  const rows = data.continuation.filter(({ streaks }) => streaks > 0);
  if (rows.length === 0) return <Empty>No streak whose next session is known</Empty>;
  return (
    <ShareTable
      caption="Went on: the next session, matched or not, continued it; of those whose next session is known (95%)"
      head={["Sessions so far", "Went on"]}
      rows={rows.map((row) => continuationRow(row, baseline))}
    />
  );
}

function continuationRow(
  { length, probability, streaks }: Continuation,
  baseline: Part["baseline"],
): ShareRow {
  const same = baseline?.continuation.find((row) => row.length === length);
  return {
    key: String(length),
    label: String(length),
    percentage: toPercent(probability),
    n: streaks,
    interval: probability === null ? null : proportion(Math.round(probability * streaks), streaks)?.interval,
    beside: baseline && `baseline ${formatPercent(toPercent(same?.probability))}`,
  };
}

function sentence(data: StreakAnalysis, name: string | null): string {
  const { median_streak, max_streak } = data.streak_stats;
  return (
    `${countOf(streakCount(data), "streak")} by sessions in a row${name === null ? "" : `, ${name.toLowerCase()}`}: ` +
    `median ${formatAverage(median_streak)}, mean ${formatAverage(data.mean_streak)}, longest ${max_streak ?? DASH}`
  );
}

/** The shortest and the longest length, each under its column. */
function marks(longest: number) {
  const first = { text: "1", place: 50 / longest };
  return longest === 1 ? [first] : [first, { text: String(longest), place: 100 - 50 / longest }];
}
