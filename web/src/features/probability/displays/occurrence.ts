import type { Difference, Feature, Occurrence } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { NO_CLEAR_DIFFERENCE, verdict } from "@/lib/text/verdict";
import { coinOf, coinSentence } from "../figures/coin";
import {
  formatLimits,
  formatPoints,
  formatSpan,
  formatTest,
  type Limits,
  readInterval,
  toPercent,
} from "../figures/format";
import { SMALL } from "../figures/wilson";
import { type Asked, type Maybe, type Section, type Sections, sentence, tests } from "./section";
import { years } from "./years";

export function occurrence(data: Occurrence, asked: Asked): Sections {
  const percentage = toPercent(data.occurrence);
  const interval = readInterval(data, percentage);
  const { words, tested, folded } = comparison(data, asked);
  const others = data.others ? toPercent(data.others.occurrence) : undefined;
  const lead: Maybe<Section>[] = [
    headline(data, words),
    sentence(alreadyLine(data)),
    {
      track: { percentage, interval, others, coin: toPercent(coinOf(data.coin)?.occurrence) },
      label: occurrenceSentence(data, interval),
      hint: `Baseline, all days of the date range: ${rateOf(data.baseline)}`,
    },
    sentence(coinLine(data)),
    years(data, asked.untested),
  ];
  if (asked.asDetail) {
    const title = { text: `Any but ${neutralLabel(asked.feature)}`, as: "subheading" } as const;
    return [{ more: "any label", sections: [title, ...lead, ...folded, details(data)] }];
  }
  return [...lead, tested, { more: "occurrence", sections: [...folded, details(data)] }];
}

/** As of a bar the rate is of the days on which the event had not come by then. */
function alreadyLine({ already_days: already, at_risk_days: left }: Occurrence): string | null {
  if (!already) return null;
  return `Already: ${formatCount(already)} of ${countOf(already + (left ?? 0), "day")}. The rate is of the others.`;
}

/** What a coin gives; its circle names the one on the track. */
function coinLine({ coin }: Occurrence): string | null {
  return coinOf(coin) ? `○ ${coinSentence(coin)}` : coinSentence(coin);
}

/** What is said beside the rate, the test against the other days, and what of both is folded as a coin leads. */
function comparison(data: Occurrence, { untested, coinLeads, asDetail }: Asked) {
  if (untested !== null || !data.others) return { words: untested, tested: null, folded: [] };
  const words = differenceWords(data);
  const tested = asDetail ? null : tests(data.p_value, data.q_value);
  if (!coinLeads || coinOf(data.coin) === null) return { words, tested, folded: [] };
  const folded = [sentence(words && `Beside other days: ${words}`), tested];
  return { words: null, tested: null, folded };
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
  const coin = coinOf(data.coin);
  const active = `${formatCount(occurrence_days)} of ${countOf(total_days, "day")}`;
  return {
    figures: {
      active: { text: active, bar: activeBar(data) },
      baseline: rateOf(baseline),
      others: others && rateOf(others),
      difference: others && difference && differenceFigures(difference),
      lift: others && typeof lift === "number" && lift.toFixed(2),
      coin: coin && `${formatPercent(coin.occurrence * 100)} of ${countOf(coin.days, "coin day")}`,
      "coin's p": typeof coin?.p_value === "number" && formatTest(coin.p_value),
      "coin's q (Holm)": typeof coin?.q_value === "number" && formatTest(coin.q_value),
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
  const drawn = coinOf(data.coin);
  const coin = drawn ? `; coin ${formatPercent(drawn.occurrence * 100)}` : "";
  return `${rate}${interval === null ? "" : `; 95% interval ${formatLimits(interval)}`}${others}${coin}`;
}
