import type { EmaBucket, StreakAnalysis } from "@/api/generated";
import type { ColumnsModel } from "@/charts/columns";
import { countOf } from "@/lib/text/format";
import { opensWith, shareColumns } from "./columns";

/** Streaks by length from 1 on without a hole; the baseline's are scaled to as many. */
export function streakColumns(data: StreakAnalysis, baseline: StreakAnalysis | null): ColumnsModel {
  const [all, baselineAll] = [streakCount(data), baseline === null ? 0 : streakCount(baseline)];
  const longest = Math.max(longestOf(data), baseline === null ? 0 : longestOf(baseline));
  const lengths = Array.from({ length: longest }, (_, index) => index + 1);
  return {
    columns: lengths.map((length) => ({
      value: streaksAt(data, length),
      text:
        `${countOf(length, "session")}: ${streaksAt(data, length)} of ${countOf(all, "streak")}` +
        (baseline === null ? "" : `\nbaseline ${streaksAt(baseline, length)} of ${baselineAll}`),
      opens: opensWith(
        streaksAt(data, length),
        String(length),
        `the ${countOf(streaksAt(data, length), "streak")} of ${countOf(length, "session")}`,
      ),
    })),
    others:
      baseline === null || baselineAll === 0
        ? null
        : lengths.map((length) => (streaksAt(baseline, length) * all) / baselineAll),
  };
}

/** All streaks, of whatever length. */
export function streakCount(data: StreakAnalysis): number {
  return Object.values(data.streak_distribution).reduce((sum, streaks) => sum + streaks, 0);
}

function streaksAt(data: StreakAnalysis, length: number): number {
  return data.streak_distribution[String(length)] ?? 0;
}

function longestOf(data: StreakAnalysis): number {
  return Math.max(0, ...Object.keys(data.streak_distribution).map(Number));
}

/** Share of the days by their number of bars on the side. */
export function bucketColumns(
  buckets: readonly EmaBucket[],
  baseline: readonly EmaBucket[] | null,
): ColumnsModel {
  const shares = buckets.map(({ label, bar_range, days, days_pct }) => ({
    name: `${label}, ${bar_range} bars`,
    days,
    pct: days_pct,
    place: bar_range,
    label: `${bar_range} bars on the side`,
  }));
  return shareColumns(shares, "baseline", baseline && buckets.map((_, index) => baseline[index]?.days_pct));
}
