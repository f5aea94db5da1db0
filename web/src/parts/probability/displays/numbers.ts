import type {
  CategoricalDistribution,
  HistogramBin,
  LabelDistribution,
  NumberDistribution,
  NumberPart,
} from "@/api/generated";
import { asRead, countOf, formatPercent } from "@/lib/text/format";
import { coinOf, noCoin } from "@/question/figures/coin";
import {
  decimalsOf,
  formatAverage,
  formatSpan,
  formatValue,
  readInterval,
  toPercent,
  withUnit,
} from "@/question/figures/format";
import { opensWith, scaledTo } from "../figures/columns";
import { splitOf } from "../split";
import { aboveCoin, labelsAgainstCoin, labelsAgainstOthers } from "./against-coin";
import { type DisplayContext, type Section, type Sections, sentence } from "./section";

/** An enum's labels; or a number's histogram with its middle, of either kind of day where an event splits it. */
export function basic(answer: NumberDistribution | LabelDistribution, context: DisplayContext): Sections {
  if ("labels" in answer) return labels(answer, context);
  const { unit } = context.feature.metadata;
  const split = splitOf(answer.parts);
  const data = split?.mixesOthers ? { ...answer, others: null, others_histogram: null } : answer;
  const [middle, spread] = figuresOf(data, unit);
  return [
    {
      ...histogram(data, unit),
      label: heard(data, unit),
      caption: countOf(data.n, "day") + (split?.mixesMatched ? ", both kinds" : ""),
    },
    data.parts ? partsOf(data.parts, unit, context.filtered) : middle,
    context.untested === null && sentence(noCoin(data.coin)),
    !split?.mixesMatched && {
      more: "the distribution",
      sections: [data.parts && middle, spread, ...aboveCoin(data.coin)],
    },
  ];
}

/** An enum's labels as they come: the server's order has a neutral one last. */
export function labels(data: LabelDistribution | CategoricalDistribution, context: DisplayContext): Sections {
  const n = "n" in data ? data.n : data.total_observations;
  if (n === 0 || data.labels.length === 0) return [];
  const hasOthers = context.filtered && data.labels.some(({ others }) => others);
  const rates = data.labels.map((label) => ({
    place: label.value,
    label: label.label,
    days: label.count,
    percentage: label.pct,
    interval: readInterval(label, label.pct),
    others: hasOthers ? toPercent(label.others?.occurrence) : undefined,
    coin: toPercent(coinOf(label.coin)?.occurrence),
  }));
  const [first] = data.labels;
  return [
    { rates, shape: "bar", n },
    context.untested === null && sentence(noCoin(first?.coin)),
    hasOthers && context.untested === null && labelsAgainstOthers(data.labels),
    labelsAgainstCoin(data.labels),
  ];
}

/** The middle, then what a card can do without; the others step there where a coin leads. */
function figuresOf(data: NumberDistribution, unit: string | null): Section[] {
  const coinLeads = coinOf(data.coin) !== null;
  const { median_interval, others } = data;
  const decimals = decimalsOf(unit);
  const othersMedian = others && formatValue(others.median, null, decimals);
  const span = (from: number | null, to: number | null) => formatSpan(from, to, null, decimals);
  const middle = {
    median: formatValue(data.median, unit),
    "95%": span(median_interval.lower, median_interval.upper),
    mean: formatAverage(data.mean),
    "others' median": !coinLeads && othersMedian,
    "coin's median": coinMiddle(data, decimals),
  };
  const spread = {
    quartiles: span(data.q1, data.q3),
    range: span(data.min, data.max),
    "standard deviation": formatAverage(data.std),
    "others' median": coinLeads && othersMedian,
    "others' quartiles": others && `${span(others.q1, others.q3)}, ${countOf(others.n, "day")}`,
  };
  return [{ figures: middle }, { figures: spread }];
}

/** "53.4 (43.3 to 66.5)": the middle of a coin's values, and the middle half of them. */
function coinMiddle({ coin }: NumberDistribution, decimals: number): string | null {
  const middle = coinOf(coin);
  const half = formatSpan(middle?.q1, middle?.q3, null, decimals);
  return middle && `${formatValue(middle.median, null, decimals)} (${half})`;
}

/** A line for each kind of day: the number means another thing there. */
function partsOf(parts: readonly NumberPart[], unit: string | null, filtered: boolean): Section {
  const lines = parts.map((part) => [`${part.label}:`, middleWords(part, unit, filtered)]);
  return { figures: Object.fromEntries(lines), inLines: true };
}

/** "median 12.3%, middle half 5.1 to 20.4% (312 days; other days 10.9%)" */
function middleWords({ matched, others }: NumberPart, unit: string | null, filtered: boolean): string {
  const elsewhere =
    filtered && others && others.n > 0 ? `; other days ${formatValue(others.median, unit)}` : "";
  if (matched.n === 0) return `no days${elsewhere}`;
  const half = `middle half ${formatSpan(matched.q1, matched.q3, unit)}`;
  return `median ${formatValue(matched.median, unit)}, ${half} (${countOf(matched.n, "day")}${elsewhere})`;
}

function heard(
  { n, parts, min, max, median, q1, q3, others, coin }: NumberDistribution,
  unit: string | null,
) {
  const days = `${countOf(n, "day")} by value`;
  const range = `from ${formatSpan(min, max, unit)}`;
  if (parts) return `${days}, ${range}`;
  const elsewhere = others ? `; other days median ${formatValue(others.median, unit)}` : "";
  const half = `middle half ${formatSpan(q1, q3, unit)}`;
  const drawn = coinOf(coin);
  const tossed = drawn ? `; coin median ${formatValue(drawn.median, unit)}` : "";
  return `${days}: median ${formatValue(median, unit)}, ${half}, ${range}${elsewhere}${tossed}`;
}

/**
 * Days by value, from the first that occurs to the last, with both ends as marks; the other days are scaled to as many.
 */
export function histogram(data: NumberDistribution, unit: string | null) {
  const { n, others_histogram: others } = data;
  const digits = digitsOf(data, unit);
  const [from, to] = occurring(data);
  const scaled = scaledTo(100, others);
  const columns = data.histogram.slice(from, to).map((bin, at) => {
    const label = binLabel(bin, digits, unit);
    const share = `${countOf(bin.count, "day")}, ${formatPercent(n === 0 ? null : (100 * bin.count) / n)}`;
    const elsewhere = others ? `\nothers ${formatPercent(scaled?.[from + at])}` : "";
    const opens = opensWith(bin.count, String(from + at), label);
    return { value: bin.count, text: `${label}: ${share}${elsewhere}`, opens, label };
  });
  return {
    drawing: { columns, others: scaledTo(n, others)?.slice(from, to) ?? null },
    marks: [columns[0], columns.at(-1)].map((column, index) => ({
      text: column?.label ?? "",
      place: 100 * index,
    })),
  };
}

/** The first bin that holds a day, matched or other, and the one behind the last that does. */
function occurring({ histogram: bins, others_histogram: others }: NumberDistribution): [number, number] {
  const holds = bins.map(({ count }, index) => count + (others?.[index] ?? 0) > 0);
  const from = holds.indexOf(true);
  return from < 0 ? [0, bins.length] : [from, holds.lastIndexOf(true) + 1];
}

/** "12", "< 10.2%", "10.2 to 14.6%", "≥ 90.1%". */
export function binLabel({ lower, upper }: HistogramBin, digits: number, unit: string | null): string {
  const [from, to] = [lower?.toFixed(digits) ?? null, upper?.toFixed(digits) ?? null];
  if (from === null) return asRead(withUnit(`< ${to ?? ""}`, unit));
  if (to === null) return asRead(withUnit(`≥ ${from}`, unit));
  return asRead(withUnit(lower === upper ? String(lower) : `${from} to ${to}`, unit));
}

function digitsOf({ histogram: bins }: NumberDistribution, unit: string | null): number {
  const inner = bins.find(({ lower, upper }) => lower !== null && upper !== null);
  return (inner?.upper ?? 1) - (inner?.lower ?? 0) < 0.5 ? 2 : decimalsOf(unit);
}
