import type {
  HistogramBin,
  NumberDistribution,
  PercentageDistribution,
  TimeDistribution,
} from "@/api/generated";
import type { Column, ColumnsModel } from "@/charts/columns";
import { asRead, countOf, formatPercent } from "@/lib/text/format";
import { clock, firstBar } from "./bars";
import { decimalsOf, withUnit } from "./format";

/** Days by value, from the first value that occurs to the last; the other days are scaled to as many. */
export function histogramColumns(data: NumberDistribution, unit: string | null): ColumnsModel {
  const digits = digitsOf(data, unit);
  const others = data.others_histogram ?? null;
  const othersDays = others?.reduce((sum, count) => sum + count, 0) ?? 0;
  const [from, to] = occurring(data);
  return {
    columns: data.histogram.slice(from, to).map((bin, at) => {
      const index = from + at;
      const share = `${countOf(bin.count, "day")}, ${formatPercent(shareOf(bin.count, data.n))}`;
      const beside =
        others === null ? "" : `\nothers ${formatPercent(shareOf(others[index] ?? 0, othersDays))}`;
      const label = binLabel(bin, digits, unit);
      return {
        value: bin.count,
        text: `${label}: ${share}${beside}`,
        opens: opensWith(bin.count, String(index), label),
      };
    }),
    others:
      others === null || othersDays === 0
        ? null
        : others.slice(from, to).map((count) => (count * data.n) / othersDays),
  };
}

/** The first bin that holds a day, matched or other, and the one behind the last that does. */
function occurring({ histogram, others_histogram }: NumberDistribution): [number, number] {
  const holds = histogram.map(({ count }, index) => count + (others_histogram?.[index] ?? 0) > 0);
  const from = holds.indexOf(true);
  return from < 0 ? [0, histogram.length] : [from, holds.lastIndexOf(true) + 1];
}

/** First and last bin that hold a day, as the axis writes them. */
export function histogramEnds(data: NumberDistribution, unit: string | null): [string, string] {
  const digits = digitsOf(data, unit);
  const [from, to] = occurring(data);
  const [first, last] = [data.histogram[from], data.histogram[to - 1]];
  return [first ? binLabel(first, digits, unit) : "", last ? binLabel(last, digits, unit) : ""];
}

/** "12", "< 10.2%", "10.2 to 14.6%", "≥ 90.1%". */
export function binLabel({ lower, upper }: HistogramBin, digits: number, unit: string | null): string {
  const [from, to] = [lower?.toFixed(digits) ?? null, upper?.toFixed(digits) ?? null];
  if (from === null) return asRead(withUnit(`< ${to ?? ""}`, unit));
  if (to === null) return asRead(withUnit(`≥ ${from}`, unit));
  return asRead(withUnit(lower === upper ? String(lower) : `${from} to ${to}`, unit));
}

function digitsOf({ histogram }: NumberDistribution, unit: string | null): number {
  const inner = histogram.find(({ lower, upper }) => lower !== null && upper !== null);
  return (inner?.upper ?? 1) - (inner?.lower ?? 0) < 0.5 ? 2 : decimalsOf(unit);
}

function shareOf(count: number, n: number): number | null {
  return n === 0 ? null : (100 * count) / n;
}

/** A share of the days: what its column is called, and the bar behind it. */
interface Share {
  name: string;
  days: number;
  pct: number | null | undefined;
  place: string;
  label: string;
}

/** Shares of the days, with the same shares elsewhere under their `word`. */
export function shareColumns(
  shares: readonly Share[],
  word: "others" | "baseline",
  beside: readonly (number | null | undefined)[] | null,
): ColumnsModel {
  return {
    columns: shares.map(({ name, days, pct, place, label }, index) => ({
      value: pct ?? 0,
      text:
        `${name}: ${countOf(days, "day")}, ${formatPercent(pct)}` +
        (beside === null ? "" : `\n${word} ${formatPercent(beside[index])}`),
      opens: opensWith(days, place, label),
    })),
    others: known(beside),
    unit: "%",
  };
}

/** Share of the event days by hour. */
export function hourColumns(data: TimeDistribution): ColumnsModel {
  const shares = data.hours.map(({ bar_range: bars, days, pct }) => ({
    name: `${clock(firstBar(bars))}, bars ${bars}`,
    days,
    pct,
    place: bars,
    label: `event in bars ${bars}`,
  }));
  return shareColumns(shares, "others", data.others?.hours.map(({ pct }) => pct) ?? null);
}

/** Share of the days by range. */
export function rangeColumns(data: Pick<PercentageDistribution, "distribution" | "others">): ColumnsModel {
  const others = data.others?.distribution;
  const shares = Object.entries(data.distribution).map(([place, [days, pct]]) => {
    const label = asRead(place);
    return { name: label, days: days ?? 0, pct, place, label };
  });
  return shareColumns(shares, "others", others ? shares.map(({ place }) => others[place]?.[1]) : null);
}

/** A column without a day opens nothing. */
export function opensWith(days: number, place: string, label: string): Column["opens"] {
  return days > 0 ? { place, label } : undefined;
}

/** Null where no share is known: an unknown distribution is no line at zero. */
function known(shares: readonly (number | null | undefined)[] | null): number[] | null {
  return shares?.some((share) => typeof share === "number") ? shares.map((share) => share ?? 0) : null;
}

/** A number under the axis, at its place on 0..100. */
export interface EdgeMark {
  text: string;
  place: number;
  /** Whether a tick shows the place. */
  isTick?: boolean;
}

/** Texts below both ends of the axis. */
export function ends(first: string, last: string): EdgeMark[] {
  return [first, last].map((text, index) => ({ text, place: 100 * index }));
}

/** A text under the middle of each column. */
export function centred(texts: readonly string[]): EdgeMark[] {
  return texts.map((text, index) => ({ text, place: (100 * (index + 0.5)) / texts.length }));
}

/** The edges between ranges labelled "< a", "a to b", ">= z"; a range of one value is marked at its middle. */
export function edgeMarks(labels: readonly string[]): EdgeMark[] {
  return labels.flatMap((label, index) => {
    const edge = label.match(/^(?:>=\s*)?(-?[\d.]+)(\s+to\b)?/);
    if (!edge?.[1]) return [];
    const isPoint = !label.startsWith(">=") && edge[2] === undefined;
    const isRepeated = index > 0 && labels[index - 1]?.match(/^-?[\d.]+/)?.[0] === edge[1];
    return isRepeated
      ? []
      : [{ text: asRead(edge[1]), place: (100 * (index + (isPoint ? 0.5 : 0))) / labels.length }];
  });
}
