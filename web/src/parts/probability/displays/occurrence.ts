import type { Feature, Occurrence, OtherDays } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { coinOf, coinTest, expectWords, noCoin } from "@/question/figures/coin";
import { comparedFigures, othersWords } from "@/question/figures/difference";
import { formatLimits, formatSpan, type Limits, readInterval, toPercent } from "@/question/figures/format";
import { rateWords } from "@/question/figures/verdict";
import { SMALL } from "@/question/figures/wilson";
import { OTHERS_METHOD } from "../words";
import { againstCoin } from "./against-coin";
import { type DisplayContext, type Maybe, type Section, type Sections, sentence, tests } from "./section";
import { heldFigures, years } from "./years";

/** What a card says of its event at a glance: the rate between its limits, beside the other days and a coin. */
export function atAGlance(data: Occurrence, context: DisplayContext): Sections {
  const percentage = toPercent(data.occurrence);
  const interval = readInterval(data, percentage);
  const others = data.others ? toPercent(data.others.occurrence) : undefined;
  return [
    headline(data, context),
    sentence(alreadyLine(data)),
    {
      track: { percentage, interval, others, coin: toPercent(coinOf(data.coin)?.occurrence) },
      label: occurrenceSentence(data, interval),
      hint: `Baseline, all days of the date range: ${rateOf(data.baseline)}`,
    },
  ];
}

export function occurrence(data: Occurrence, context: DisplayContext): Sections {
  const figures: Maybe<Section>[] = [
    context.untested === null && sentence(coinLine(data)),
    context.untested === null && sentence(expectWords(data.coin)),
    years(data, context.untested),
  ];
  const more = [
    ...comparison(data, context),
    details(data),
    ...againstCoin(data.coin),
    ...heldFigures(data),
    { stopped: context.feature.name },
  ];
  if (!context.asDetail) return [...figures, { more: "occurrence", sections: more }];
  const name = `Any but ${neutralLabel(context.feature)}`;
  return [{ more: "any label", name, sections: [...atAGlance(data, context), ...figures, ...more] }];
}

/** The rate, where the card's first line is of something else, or where there is none. */
function headline(data: Occurrence, context: DisplayContext): Maybe<Section> {
  const { asDetail, untested } = context;
  if (data.total_days === 0) return { headline: "unknown", words: "of 0 days", luck: untested };
  if (!asDetail) return null;
  const { figure, words } = rateWords(data, context.feature);
  const tested = coinTest(data.coin) ?? othersWords(data.others);
  return { headline: figure, words, bar: activeBar(data), luck: untested ?? tested };
}

/** As of a bar the rate is of the days on which the event had not come by then. */
function alreadyLine({ already_days: already, at_risk_days: left }: Occurrence): string | null {
  if (!already) return null;
  return `Came before then on ${formatCount(already)} of ${countOf(already + (left ?? 0), "day")}. The rate is for the others.`;
}

/** What a coin gives, with the circle that stands for it on the track, and why it is not tested; or why there is none. */
function coinLine({ coin }: Occurrence): string | null {
  const drawn = coinOf(coin);
  if (!drawn) return noCoin(coin);
  const named = `○ A coin, on the same days: ${formatPercent(drawn.occurrence * 100)}.`;
  return coinTest(drawn) === null ? `${named} ${drawn.verdict.words}` : named;
}

/** The test against the other days; in words too where the card's first line is a coin's. */
function comparison({ coin, others }: Occurrence, { untested }: DisplayContext): Sections {
  if (untested !== null || !others) return [];
  return [
    coinTest(coin) !== null && sentence(othersWords(others)),
    { figures: tests(others.verdict) },
    { text: OTHERS_METHOD, as: "note" },
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

function rateOf(rate: Pick<Occurrence, "occurrence" | "total_days"> | null | undefined): string {
  return `${formatPercent(toPercent(rate?.occurrence))} of ${countOf(rate?.total_days ?? 0, "day")}`;
}

function details(data: Occurrence): Section {
  const { occurrence_days, total_days, baseline, others } = data;
  const active = `${formatCount(occurrence_days)} of ${countOf(total_days, "day")}`;
  return {
    figures: {
      active: { text: active, bar: activeBar(data) },
      baseline: rateOf(baseline),
      others: others && rateOf(others),
      difference: others && comparedFigures(others),
      lift: others && liftOf(others),
    },
  };
}

/** "1.23 (1.05 to 1.44)" */
function liftOf({ lift, lift_interval: { lower, upper } }: OtherDays): string | null {
  if (typeof lift !== "number") return null;
  return `${lift.toFixed(2)} (${formatSpan(lower, upper, null, 2)})`;
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
