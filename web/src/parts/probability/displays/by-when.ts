import type { TimingAnalysis } from "@/api/generated";
import { countOf, formatPercent } from "@/lib/text/format";
import { closing } from "@/question/as-of";
import { coinOf } from "@/question/figures/coin";
import { formatLimits } from "@/question/figures/format";
import { CHECKPOINTS, closeMarks } from "../figures/bars";
import type { ByWhen, DisplayContext, Maybe, Of } from "./section";
import { byBar, daysAt, lastBar, opensOn } from "./timing";

/** The scale of a curve ends at the first of these that it does not pass. */
const TOPS = [1, 2, 5, 10, 20, 40, 60, 80, 100];

/**
 * By when an event had come: of all days with a value, by the close of each bar. `othersDays` counts the other days
 * with a value. A curve that is asked as of a bar begins there, where nothing of it had come by then.
 */
export function byWhen(
  data: TimingAnalysis,
  { feature, n, asOf }: Pick<DisplayContext, "feature" | "n" | "asOf">,
  othersDays = data.others?.total_occurrences ?? 0,
): Maybe<Of<"curve">> {
  const last = lastBar(feature);
  if (data.total_occurrences === 0 || n === 0) return null;
  const bars = Array.from({ length: last }, (_, index) => index + 1);
  const shares = bars.map((bar) => byBar(data, n, bar).byThen);
  const coin = coinOf(data.coin);
  const shareOf = (days: readonly number[] | undefined, of: number) =>
    days && days.length >= last && of > 0 ? days.slice(0, last).map((count) => (100 * count) / of) : null;
  const curve = {
    others: shareOf(data.others?.by_bar_days, othersDays),
    coin: coin ? coin.by_bar.slice(0, last).map((share) => 100 * share) : null,
  };
  const limits = shares.map((share) => share?.interval ?? null);
  const highest = Math.max(curve.others?.at(-1) ?? 0, curve.coin?.at(-1) ?? 0, limits.at(-1)?.upper ?? 0);
  const passed = asOf > 0 && asOf < last && data.by_bar_days[asOf - 1] === 0 ? asOf : 0;
  const read = (bar: number) => readAt(bar, shares[bar - 1]?.percentage, curve);
  const columns = bars.map((bar) => ({
    value: shares[bar - 1]?.percentage ?? 0,
    // Of all the bars only the one that is looked at is read.
    get text() {
      return `${read(bar)}\n95% ${formatLimits(limits[bar - 1] ?? null)}\n${onBar(data, bar)}`;
    },
    opens: opensOn(data, bar),
  }));
  const told = [...CHECKPOINTS.filter((bar) => bar > passed && bar < last), last].map(read);
  return {
    curve: { columns, limits, ...curve, top: TOPS.find((top) => top >= highest) ?? 100, passed },
    label: `By when, of ${countOf(n, "day")}: ${told.join("; ")}`,
    marks: closeMarks(last),
  };
}

/** "by 10:30: 44.00%, others 39.00%, coin 41.00%" */
function readAt(
  bar: number,
  share: number | undefined,
  { others, coin }: Pick<ByWhen, "others" | "coin">,
): string {
  const elsewhere = [
    others && `others ${formatPercent(others[bar - 1])}`,
    coin && `coin ${formatPercent(coin[bar - 1])}`,
  ];
  return [`by ${closing(bar)}: ${formatPercent(share)}`, ...elsewhere].filter(Boolean).join(", ");
}

function onBar(data: TimingAnalysis, bar: number): string {
  return `bar ${bar}: ${countOf(daysAt(data, bar), "day")}`;
}
