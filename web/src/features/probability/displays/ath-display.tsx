import type { AthAnalysis } from "@/api/generated";
import { formatPercent } from "@/lib/text/format";
import { Empty, Figure, Figures, More, SmallSample } from "../elements/parts";
import { BaselineDetails } from "../elements/session-parts";
import { type ShareRow, ShareTable } from "../elements/share-table";
import { clock, formatBar } from "../figures/bars";
import { DASH, formatAverage, toPercent } from "../figures/format";
import { type Proportion, proportion, SMALL } from "../figures/wilson";
import { type DisplayProps, othersOf } from "./display";

/** ath_analysis: how all-time highs come, and how far the market stands below them on the other days. */
export function AthDisplay({ data, n, filtered }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("ath_days" in data)) return <Empty>Distribution data not available</Empty>;
  if (n === 0) return <Empty>No distribution data available</Empty>;
  const baseline = othersOf(filtered, data.baseline);
  return (
    <>
      <ShareTable
        caption="All-time highs (95%)"
        head={["Sessions", "Share"]}
        rows={shareRows(data, n, baseline)}
      />
      {data.ath_days > 0 && data.ath_days < SMALL && n >= SMALL && (
        <SmallSample days={data.ath_days} noun="all-time-high day" />
      )}
      <Middle data={data} />
      {baseline && (
        <More about="all-time highs">
          <BaselineDetails>
            <Middle data={baseline} />
          </BaselineDetails>
        </More>
      )}
    </>
  );
}

function Middle({ data }: { data: AthAnalysis }) {
  const { days_since_last, median_bar_of_first_ath: bar, drawdown_when_not } = data;
  return (
    <Figures>
      <Figure name="sessions since last, median">{formatAverage(days_since_last.median)}</Figure>
      <Figure name="max">{days_since_last.max ?? DASH}</Figure>
      <Figure name="first at, median">{bar === null ? DASH : `bar ${formatBar(bar)} (${clock(bar)})`}</Figure>
      <Figure name="drawdown when not, median">{formatPercent(drawdown_when_not.median)}</Figure>
      <Figure name="quartiles">
        {drawdown_when_not.q1 === null
          ? DASH
          : `${formatPercent(drawdown_when_not.q1)} to ${formatPercent(drawdown_when_not.q3)}`}
      </Figure>
    </Figures>
  );
}

function shareRows(data: AthAnalysis, n: number, baseline: AthAnalysis | null): ShareRow[] {
  const days = proportion(data.ath_days, n);
  const next = nextSession(data);
  return [
    {
      key: "days",
      label: "All-time-high days",
      percentage: data.percentage,
      n,
      interval: days?.interval,
      bar: { opens: { place: "days", label: "all-time-high days" }, days: data.ath_days },
      beside: baseline && `baseline ${formatPercent(baseline.percentage)}`,
    },
    {
      key: "next",
      label: "Next session too",
      percentage: next?.percentage ?? null,
      n: data.next_sessions,
      interval: next?.interval,
      bar: {
        opens: { place: "next", label: "the next session makes one too" },
        days: Math.round((data.next_session_ath ?? 0) * data.next_sessions),
      },
      beside: baseline && `baseline ${formatPercent(toPercent(baseline.next_session_ath))}`,
    },
  ];
}

function nextSession({ next_session_ath, next_sessions }: AthAnalysis): Proportion | null {
  if (next_session_ath === null) return null;
  return proportion(Math.round(next_session_ath * next_sessions), next_sessions);
}
