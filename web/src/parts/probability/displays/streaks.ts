import type { StreakAnalysis } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import type { ColumnsModel } from "@/plot/columns";
import { DASH, formatAverage, toPercent } from "@/question/figures/format";
import { proportion } from "@/question/figures/wilson";
import { centred, opensWith, scaledTo } from "../figures/columns";
import {
  aboutSide,
  BASELINE,
  baselineShare,
  type DisplayContext,
  few,
  type Maybe,
  type Section,
  type Sections,
  shareCell,
  sides,
} from "./section";

/** How many sessions in a row the feature was active, and how often such a streak went on. */
export function streaks(data: StreakAnalysis, context: DisplayContext): Sections {
  return data.total_days === 0 ? [] : sides(data, context, side);
}

function side(data: StreakAnalysis, baseline: StreakAnalysis | null, name: string | null): Sections {
  const count = streakCount(data);
  const active = {
    active: countOf(data.active_days, "day"),
    overall: { share: proportion(data.active_days, data.total_days) },
    baseline: baseline && formatPercent(baseline.overall_percentage),
  };
  return [
    { figures: active },
    ...(count > 0 ? [drawing(data, baseline, name), middle(data)] : []),
    few(count, "streak", data.total_days),
    { more: aboutSide("streaks", name), sections: [wentOn(data, baseline), ...ofBaseline(baseline)] },
  ];
}

function drawing(data: StreakAnalysis, baseline: StreakAnalysis | null, name: string | null): Section {
  const { median_streak, max_streak } = data.streak_stats;
  const model = streakColumns(data, baseline);
  const lengths = centred(model.columns.map((_, index) => String(index + 1)));
  const count = countOf(streakCount(data), "streak");
  return {
    drawing: model,
    label:
      `${count} ${aboutSide("by sessions in a row", name)}: ` +
      `median ${formatAverage(median_streak)}, mean ${formatAverage(data.mean_streak)}, longest ${max_streak ?? DASH}`,
    marks: lengths.filter((_, index) => index === 0 || index === lengths.length - 1),
    caption: `${count} by length`,
    elsewhere: "baseline",
  };
}

function middle({ streak_stats: { median_streak, max_streak }, mean_streak }: StreakAnalysis): Section {
  const max = max_streak === null ? DASH : formatCount(max_streak);
  return {
    figures: { "median streak": formatAverage(median_streak), mean: formatAverage(mean_streak), max },
  };
}

function ofBaseline(baseline: StreakAnalysis | null): Maybe<Section>[] {
  if (baseline === null) return [];
  const active = `${formatCount(baseline.active_days)} of ${countOf(baseline.total_days, "day")}`;
  return [BASELINE, middle(baseline), { figures: { active, streaks: formatCount(streakCount(baseline)) } }];
}

function wentOn({ continuation }: StreakAnalysis, baseline: StreakAnalysis | null): Section {
  const known = continuation.filter(({ streaks }) => streaks > 0);
  if (known.length === 0) return { empty: "No streak whose next session is known" };
  return {
    caption:
      "Went on: the next session, matched or not, continued it; of those whose next session is known (95%)",
    head: ["Sessions so far", "Went on"],
    rows: known.map(({ length, probability, streaks: n }) => {
      const same = baseline?.continuation.find((row) => row.length === length);
      const share = probability === null ? null : proportion(Math.round(probability * n), n);
      const elsewhere = baselineShare(baseline, toPercent(same?.probability));
      const cell = { percentage: toPercent(probability), n, interval: share?.interval, elsewhere };
      return [{ lead: String(length) }, shareCell(cell)];
    }),
  };
}

/** Streaks by length from 1 on without a hole; the baseline's are scaled to as many. */
export function streakColumns(data: StreakAnalysis, baseline: StreakAnalysis | null): ColumnsModel {
  const all = streakCount(data);
  const longest = Math.max(0, ...[data, baseline].flatMap(lengthsOf));
  const lengths = Array.from({ length: longest }, (_, index) => index + 1);
  const columns = lengths.map((length) => {
    const [value, sessions] = [streaksAt(data, length), countOf(length, "session")];
    const elsewhere = baseline && `\nbaseline ${streaksAt(baseline, length)} of ${streakCount(baseline)}`;
    return {
      value,
      text: `${sessions}: ${value} of ${countOf(all, "streak")}${elsewhere ?? ""}`,
      opens: opensWith(value, String(length), `the ${countOf(value, "streak")} of ${sessions}`),
    };
  });
  const others = baseline && lengths.map((length) => streaksAt(baseline, length));
  return { columns, others: scaledTo(all, others) };
}

/** All streaks, of whatever length. */
function streakCount(data: StreakAnalysis): number {
  return Object.values(data.streak_distribution).reduce((sum, streaks) => sum + streaks, 0);
}

function streaksAt(data: StreakAnalysis, length: number): number {
  return data.streak_distribution[String(length)] ?? 0;
}

function lengthsOf(data: StreakAnalysis | null): number[] {
  return Object.keys(data?.streak_distribution ?? {}).map(Number);
}
