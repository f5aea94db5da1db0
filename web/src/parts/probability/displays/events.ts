import type { AthAnalysis, BinaryMultiOccurrence } from "@/api/generated";
import { formatCount, formatPercent } from "@/lib/text/format";
import { DASH, formatAverage, toPercent } from "@/question/figures/format";
import { proportion } from "@/question/figures/wilson";
import { barWithClock } from "../figures/bars";
import {
  BASELINE,
  baselineShare,
  type DisplayContext,
  few,
  type Section,
  type Sections,
  shareCell,
} from "./section";

const COUNTS = { days_none: "None", days_once: "Once", days_multiple: "Multiple" } as const;

/** Never, once or more often in a session. */
export function counts(data: BinaryMultiOccurrence, { n }: DisplayContext): Sections {
  const { average_when_active, max, others } = data;
  const fields = ["days_none", "days_once", "days_multiple"] as const;
  const rates = fields.map((field) => ({
    ...data[field],
    place: COUNTS[field].toLowerCase(),
    label: COUNTS[field],
    interval: proportion(data[field].days, n)?.interval ?? null,
    others: others?.[field].percentage,
  }));
  const figures = {
    "average when active": formatAverage(average_when_active),
    max: max === null ? DASH : formatCount(max),
    "others' average": others && formatAverage(others.average_when_active),
  };
  return [{ rates, shape: "bar", n }, { figures }];
}

/** How all-time highs come, and how far the market is below them on the other days. */
export function highs(data: AthAnalysis, { n, filtered }: DisplayContext): Sections {
  const baseline = filtered && data.baseline;
  const more = baseline && { more: "all-time highs", sections: [BASELINE, middle(baseline)] };
  return [
    shareTable(data, baseline || null, n),
    few(data.ath_days, "all-time-high day", n),
    middle(data),
    more,
  ];
}

function shareTable(data: AthAnalysis, baseline: AthAnalysis | null, n: number): Section {
  const { ath_days, percentage, next_session_ath, next_sessions } = data;
  const wentOn = Math.round((next_session_ath ?? 0) * next_sessions);
  const next = next_session_ath === null ? null : proportion(wentOn, next_sessions);
  const days = shareCell({
    percentage,
    n,
    interval: proportion(ath_days, n)?.interval,
    bar: { place: "days", label: "all-time-high days", days: ath_days },
    elsewhere: baselineShare(baseline, baseline?.percentage),
  });
  const too = shareCell({
    percentage: next?.percentage ?? null,
    n: next_sessions,
    interval: next?.interval,
    bar: { place: "next", label: "the next session makes one too", days: wentOn },
    elsewhere: baselineShare(baseline, toPercent(baseline?.next_session_ath)),
  });
  return {
    caption: "All-time highs (95%)",
    head: ["Sessions", "Share"],
    rows: [
      [{ lead: "All-time-high days" }, days],
      [{ lead: "Next session too" }, too],
    ],
  };
}

function middle({ days_since_last, median_bar_of_first_ath: first, drawdown_when_not: below }: AthAnalysis) {
  return {
    figures: {
      "sessions since last, median": formatAverage(days_since_last.median),
      max: String(days_since_last.max ?? DASH),
      "first at, median": barWithClock(first),
      "drawdown when not, median": formatPercent(below.median),
      quartiles: below.q1 === null ? DASH : `${formatPercent(below.q1)} to ${formatPercent(below.q3)}`,
    },
  };
}
