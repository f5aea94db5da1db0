import type { ExtremeTiming } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { DASH, formatAverage } from "@/question/figures/format";
import { proportion } from "@/question/figures/wilson";
import { CHECKPOINTS } from "../figures/bars";
import { type DisplayContext, type Section, type Sections, shareCell } from "./section";

const PERIOD_NAMES: Readonly<Record<string, string>> = {
  "1-27": "Morning",
  "28-54": "Mid-Session",
  "55-81": "Late Session",
};

/** How often a day passed its own extreme, and when it made the final one. */
export function extremes(data: ExtremeTiming, { n }: DisplayContext): Sections {
  const { average, median, max } = data.daily_updates;
  const updates = {
    "updates a day": formatAverage(average),
    median: formatAverage(median),
    max: max === null ? DASH : formatCount(max),
    "others' average": data.others && formatAverage(data.others.daily_updates.average),
  };
  const final = { more: "the final extreme", sections: [byThen(data, n)] };
  return [{ figures: updates }, byPeriod(data, n), final];
}

function byPeriod({ period_analysis, others }: ExtremeTiming, n: number): Section {
  const periods = Object.entries(period_analysis);
  const updates = periods.reduce((sum, [, { new_extremes }]) => sum + new_extremes.count, 0);
  return {
    caption: `Share of ${countOf(updates, "update")}; of ${countOf(n, "day")} (95%)`,
    head: ["Period", "New extremes", "Final extreme"],
    rows: periods.map(([bars, { new_extremes, final_extremes: final }]) => {
      const same = others?.period_analysis[bars];
      const [passed, made] = [same?.new_extremes, same?.final_extremes].map(
        (share) => share && `others ${formatPercent(share.pct_of_total)}`,
      );
      const bar = { place: bars, label: `final extreme in bars ${bars}`, days: final.count };
      const interval = proportion(final.count, n)?.interval;
      return [
        { lead: PERIOD_NAMES[bars] ?? bars, notes: [`bars ${bars}`] },
        {
          lead: formatPercent(new_extremes.pct_of_total),
          notes: [countOf(new_extremes.count, "update"), passed],
        },
        shareCell({ percentage: final.pct_of_total, n, interval, bar, elsewhere: made }),
      ];
    }),
  };
}

function byThen({ final_by_bar_days, others }: ExtremeTiming, n: number): Section {
  return {
    caption: "Final extreme made by then, of the days (95%)",
    head: ["Bar", "By then"],
    rows: CHECKPOINTS.map((bar) => {
      const share = proportion(final_by_bar_days[bar - 1] ?? 0, n);
      const elsewhere = others && `others ${formatPercent(finalShare(others.final_by_bar_days, bar))}`;
      const cell = { percentage: share?.percentage ?? null, n, interval: share?.interval, elsewhere };
      return [{ lead: String(bar) }, shareCell(cell)];
    }),
  };
}

/** Every day has its final extreme by the last bar, so that the last count is that of the days. */
function finalShare(days: readonly number[], bar: number): number | null {
  return proportion(days[bar - 1] ?? 0, days[days.length - 1] ?? 0)?.percentage ?? null;
}
