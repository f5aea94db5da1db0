import type { Occurrence, YearRate } from "@/api/generated";
import { countOf, formatPercent } from "@/lib/text/format";
import {
  formatLimits,
  formatPoints,
  formatSpan,
  formatTest,
  readInterval,
  toPercent,
} from "@/question/figures/format";
import type { Maybe, Section, YearBar } from "./section";

/** Under so many days a year's bar is hollow. */
const FEW = 10;
const LEVEL = 0.05;

/** Did it hold? The rate year by year, whether the years differ, and the last days against all before them. */
export function years(data: Occurrence, untested: string | null): Maybe<Section> {
  const { years: found = [], years_p_value: p } = data;
  if (found.length < 2) return null;
  const words = untested === null ? yearsWords(p) : null;
  return { years: found.map(yearBar), overall: toPercent(data.occurrence), words, recent: recentWords(data) };
}

/** A year's rate as its bar, and what the pointer reads there. */
export function yearBar(year: YearRate): YearBar {
  const percentage = toPercent(year.occurrence);
  const interval = readInterval(year, percentage);
  const rate = `${formatPercent(percentage)} of ${countOf(year.days, "day")}\n95% ${formatLimits(interval)}`;
  const name = String(year.year);
  return {
    value: percentage ?? 0,
    text: `${name}: ${year.days === 0 ? "no day with a value" : rate}`,
    opens: { place: name, label: name },
    interval,
    isFew: year.days < FEW,
  };
}

function yearsWords(p: number | null | undefined): string {
  if (typeof p !== "number") return "Too few days to tell years apart";
  if (p >= LEVEL) return "No clear difference between years";
  return `Differs between years (p ${formatTest(p)})`;
}

/** "Last 250 days 62.00%, before 65.20%: −3.2 points (−9.0 to 2.1)" */
function recentWords({ recent }: Occurrence): string | null {
  if (!recent) return null;
  const { value, lower, upper } = recent.difference;
  const [last, before] = [recent.occurrence, recent.before.occurrence].map((r) =>
    formatPercent(toPercent(r)),
  );
  const difference = `${formatPoints(value * 100)} (${formatSpan(lower * 100, upper * 100)})`;
  return `Last ${countOf(recent.days, "day")} ${last}, before ${before}: ${difference}`;
}
