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

/** Share of the event days by hour. */
export function hourColumns(data: TimeDistribution): ColumnsModel {
  const others = data.others?.hours ?? null;
  return {
    columns: data.hours.map((hour, index) => ({
      value: hour.pct ?? 0,
      text:
        `${clock(firstBar(hour.bar_range))}, bars ${hour.bar_range}: ${countOf(hour.days, "day")}, ` +
        formatPercent(hour.pct) +
        (others === null ? "" : `\nothers ${formatPercent(others[index]?.pct)}`),
      opens: opensWith(hour.days, hour.bar_range, `event in bars ${hour.bar_range}`),
    })),
    others: sharesOf(others?.map((hour) => hour.pct) ?? null),
  };
}

/** Share of the days by range. */
export function rangeColumns(data: PercentageDistribution): ColumnsModel {
  const others = data.others?.distribution ?? null;
  const ranges = Object.entries(data.distribution);
  return {
    columns: ranges.map(([label, [days, pct]]) => ({
      value: pct ?? 0,
      text:
        `${asRead(label)}: ${countOf(days ?? 0, "day")}, ${formatPercent(pct)}` +
        (others === null ? "" : `\nothers ${formatPercent(others[label]?.[1])}`),
      opens: opensWith(days ?? 0, label, asRead(label)),
    })),
    others: sharesOf(others === null ? null : ranges.map(([label]) => others[label]?.[1] ?? null)),
  };
}

/** A column without a day opens nothing. */
export function opensWith(days: number, place: string, label: string): Column["opens"] {
  return days > 0 ? { place, label } : undefined;
}

/** Null where no share is known: an unknown distribution is no line at zero. */
function sharesOf(shares: readonly (number | null)[] | null): number[] | null {
  return shares === null || shares.every((share) => share === null)
    ? null
    : shares.map((share) => share ?? 0);
}

/** A number under the axis, at its place on 0..100. */
export interface EdgeMark {
  text: string;
  place: number;
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
