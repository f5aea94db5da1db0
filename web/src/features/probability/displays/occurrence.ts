import type { Difference, Feature, Occurrence } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { NO_CLEAR_DIFFERENCE, verdict } from "@/lib/text/verdict";
import {
  formatLimits,
  formatPoints,
  formatSpan,
  type Limits,
  readInterval,
  toPercent,
} from "../figures/format";
import { SMALL } from "../figures/wilson";
import { type Asked, type Maybe, type Section, type Sections, tests } from "./section";
import { years } from "./years";

export function occurrence(data: Occurrence, { feature, untested, asDetail }: Asked): Sections {
  const percentage = toPercent(data.occurrence);
  const interval = readInterval(data, percentage);
  const lead: Maybe<Section>[] = [
    headline(data, untested ?? (data.others ? differenceWords(data) : null)),
    {
      track: { percentage, interval, others: data.others ? toPercent(data.others.occurrence) : undefined },
      label: occurrenceSentence(data, interval),
      hint: `Baseline, all days of the date range: ${rateOf(data.baseline)}`,
    },
    years(data, untested),
  ];
  if (asDetail) {
    const title = { text: `Any but ${neutralLabel(feature)}`, as: "subheading" } as const;
    return [{ more: "any label", sections: [title, ...lead, details(data)] }];
  }
  return [
    ...lead,
    data.others && untested === null && tests(data.p_value, data.q_value),
    { more: "occurrence", sections: [details(data)] },
  ];
}

const NEUTRAL = ["none", "doji"];

function neutralLabel({ ui_schema }: Feature): string {
  const { enum: values = [], labels = [] } = ui_schema.filter_component.validation;
  return labels?.[values?.findIndex((value) => NEUTRAL.includes(value)) ?? -1] ?? "None";
}

function activeBar({ occurrence_days: days }: Occurrence) {
  return { place: "active", label: "active", days };
}

/** The rate and its denominator; of few days the count leads and the rate follows. */
function headline(data: Occurrence, words: string | null): Section {
  const all = countOf(data.total_days, "day");
  const rate = formatPercent(toPercent(data.occurrence));
  const about = { bar: activeBar(data), words };
  if (data.total_days === 0) return { headline: "unknown", of: `of ${all}`, strong: "", ...about };
  if (data.total_days >= SMALL) return { headline: rate, of: "of ", strong: all, ...about };
  return { headline: `${formatCount(data.occurrence_days)} of ${all}`, of: "", strong: rate, ...about };
}

function rateOf(rate: Pick<Occurrence, "occurrence" | "total_days"> | null | undefined): string {
  return `${formatPercent(toPercent(rate?.occurrence))} of ${countOf(rate?.total_days ?? 0, "day")}`;
}

function details(data: Occurrence): Section {
  const { occurrence_days, total_days, baseline, others, difference, lift } = data;
  const active = `${formatCount(occurrence_days)} of ${countOf(total_days, "day")}`;
  return {
    figures: {
      active: { text: active, bar: activeBar(data) },
      baseline: rateOf(baseline),
      others: others && rateOf(others),
      difference: others && difference && differenceFigures(difference),
      lift: others && typeof lift === "number" && lift.toFixed(2),
    },
  };
}

/** The difference against the other days in words; null where nothing was tested. */
export function differenceWords({ difference, p_value, q_value }: Occurrence): string | null {
  const words = verdict(p_value, q_value);
  if (words === null || words === NO_CLEAR_DIFFERENCE || !difference) return words;
  const side = difference.value > 0 ? "more" : "less";
  return `${formatPoints(difference.value * 100)}, ${side} often: ${words}`;
}

/** "+8.2 points (2.0 to 14.1)": the difference with its interval, in percentage points. */
export function differenceFigures({ value, lower, upper }: Difference): string {
  return `${formatPoints(value * 100)} (${formatSpan(lower * 100, upper * 100)})`;
}

/** What the interval's drawing shows, as one sentence. */
export function occurrenceSentence(data: Occurrence, interval: Limits | null): string {
  const share = formatPercent(toPercent(data.occurrence));
  const rate =
    data.total_days < SMALL
      ? `${formatCount(data.occurrence_days)} of ${formatCount(data.total_days)} days, ${share}`
      : `${share} of ${formatCount(data.total_days)} days`;
  const others = data.others ? `; other days ${formatPercent(toPercent(data.others.occurrence))}` : "";
  return `${rate}${interval === null ? "" : `; 95% interval ${formatLimits(interval)}`}${others}`;
}
