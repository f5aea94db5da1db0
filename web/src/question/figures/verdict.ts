import type {
  CategoricalDistribution,
  DayPart,
  Feature,
  FeatureResult,
  LabelDistribution,
  NumberDistribution,
  NumberPart,
  Occurrence,
  ResultMetadata,
  TimingAnalysis,
} from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { untested } from "@/lib/text/verdict";
import { closing } from "../as-of";
import { coinTest } from "./coin";
import { othersWords } from "./difference";
import { formatSpan, formatValue, toPercent } from "./format";
import { SMALL } from "./wilson";

/** A card's answer in one line, as "61.20%", "of 412 days, half of them by 10:05", "Coin: 60.19%. Could be chance." */
export interface Verdict {
  figure: string;
  words: string;
  /** What a test says of it, of a coin before the other days, or why there is none; null where nothing was tested. */
  luck: string | null;
  /** The bar whose days the figure counts; null where it counts none. */
  bar: VerdictBar | null;
}

interface VerdictBar extends Pick<DayPart, "module" | "place"> {
  label: string;
  days: number;
}

/** A verdict before its luck: the days it stands on, and what tests against a coin and other days say of them. */
interface Told extends Omit<Verdict, "luck"> {
  n: number;
  coin: string | null;
  others: string | null;
}

const FEW_DAYS = "too few days to say";
const KNOWN_BY_THEN = "known by then";

/**
 * What an answer comes to: how often and by when, which label most often, or the middle; null where no day has a value.
 * Unfiltered there are no other days to hold it against.
 */
export function verdict(
  feature: Feature,
  { metadata, modules }: FeatureResult,
  filtered = true,
): Verdict | null {
  const answers = Object.values(modules).flatMap(({ data }) => data ?? []);
  const labels = answers.find((data) => "labels" in data);
  const occurrence = answers.find((data) => "occurrence_days" in data);
  const timing = answers.find((data) => "by_bar_days" in data);
  const number = answers.find((data) => "median_interval" in data);
  const told =
    (labels && ofLabels(labels, filtered)) ??
    (occurrence && ofOccurrence(feature, filtered ? occurrence : { ...occurrence, others: null }, timing)) ??
    (number && ofNumber(number, feature.metadata.unit)) ??
    (timing && ofBars(timing));
  if (!told || told.n === 0) return null;
  const { n, coin, others, ...said } = told;
  const luck = withoutTest(feature.name, metadata) ?? coin ?? others ?? (n < SMALL ? FEW_DAYS : null);
  return { ...said, luck };
}

function withoutTest(feature: string, metadata: ResultMetadata | null | undefined): string | null {
  const why = metadata ? untested(feature, metadata) : null;
  return why ?? (metadata?.known_by_then ? KNOWN_BY_THEN : null);
}

/** "61.20%" "of 412 days"; of few "5 of 8" "days, 62.50%". */
function shareOf(days: number, n: number, percentage: number | null) {
  const rate = formatPercent(percentage);
  if (n >= SMALL) return { figure: rate, words: `of ${countOf(n, "day")}` };
  const [, noun] = countOf(n, "day").split(/ (.*)/);
  return { figure: `${formatCount(days)} of ${formatCount(n)}`, words: `${noun}, ${rate}` };
}

/** A rate: "61.20%" "of 412 days"; an event's, as of a bar, "of 319 days still open". */
export function rateWords(
  { occurrence, occurrence_days, total_days, already_days }: Occurrence,
  { by_bar_safe: isEvent }: Pick<Feature, "by_bar_safe">,
) {
  const { figure, words } = shareOf(occurrence_days, total_days, toPercent(occurrence));
  const open = isEvent && typeof already_days === "number" ? " still open" : "";
  return { figure, words: words.replace(/days?/, (noun) => noun + open) };
}

function ofOccurrence(feature: Feature, data: Occurrence, timing: TimingAnalysis | undefined): Told {
  const { occurrence_days: days, total_days: n } = data;
  const { figure, words } = rateWords(data, feature);
  const coin = coinTest(data.coin);
  const others = othersWords(data.others);
  const bar = { module: "occurrence", place: "active", label: "active", days } as const;
  return { figure, words: words + byWhen(days, timing), n, coin, others, bar };
}

/** ", half of them by 10:05": the close of the bar by which half of the events had come. */
function byWhen(days: number, timing: TimingAnalysis | undefined): string {
  const median = timing?.median_bar;
  if (days === 0 || typeof median !== "number") return "";
  return days === 1 ? `, by ${closeOf(median)}` : `, half of them by ${closeOf(median)}`;
}

function closeOf(bar: number): string {
  return closing(Math.ceil(bar));
}

function ofLabels(data: LabelDistribution | CategoricalDistribution, filtered: boolean): Told | undefined {
  const n = "n" in data ? data.n : data.total_observations;
  const most = Math.max(0, ...data.labels.map(({ count }) => count));
  const [first, ...ties] = data.labels.filter(({ count }) => count === most);
  if (!first || most === 0) return undefined;
  const { figure, words } = shareOf(most, n, first.pct);
  const names = [first, ...ties].map(({ label }) => label).join(", ");
  const said = `${words}: ${names}, ${ties.length === 0 ? "the most frequent" : "equally frequent"}`;
  const module = "n" in data ? "basic_distribution" : "categorical_distribution";
  const bar =
    ties.length === 0 ? ({ module, place: first.value, label: first.label, days: most } as const) : null;
  const coin = ties.length === 0 ? coinTest(first.coin) : null;
  const others = filtered && ties.length === 0 ? othersWords(first.others) : null;
  return { figure, words: said, n, coin, others, bar };
}

function ofNumber(data: NumberDistribution, unit: string | null): Told {
  const { n, median, q1, q3 } = data;
  const kinds = data.parts?.filter(({ matched }) => matched.n > 0) ?? [];
  if (kinds.length > 1) return ofKinds(kinds, unit);
  const words = `median of ${countOf(n, "day")}, middle half ${formatSpan(q1, q3, unit)}`;
  return { figure: formatValue(median, unit), words, n, coin: coinTest(data.coin), others: null, bar: null };
}

/** Days of two kinds have no middle in common: "11.3%" "median of 883 days: Gap filled; Gap not filled: 69.4% of 571 days". */
function ofKinds(kinds: readonly NumberPart[], unit: string | null): Told {
  const [first, ...rest] = kinds.map(({ label, matched }) => {
    return {
      label,
      n: matched.n,
      middle: formatValue(matched.median, unit),
      days: countOf(matched.n, "day"),
    };
  });
  const others = rest.map(({ label, middle, days }) => `; ${label}: ${middle} of ${days}`);
  return {
    figure: first?.middle ?? "",
    words: `median of ${first?.days}: ${first?.label}${others.join("")}`,
    n: Math.min(...kinds.map(({ matched }) => matched.n)),
    coin: null,
    others: null,
    bar: null,
  };
}

/** Of an extreme, which comes on every day, only by when. */
function ofBars({ total_occurrences: n, median_bar, q1, q3 }: TimingAnalysis): Told | undefined {
  if (median_bar === null || q1 === null || q3 === null) return undefined;
  const words = `on half of ${countOf(n, "day")}, middle half ${closeOf(q1)} to ${closeOf(q3)}`;
  return { figure: `by ${closeOf(median_bar)}`, words, n, coin: null, others: null, bar: null };
}
