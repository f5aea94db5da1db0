import type { PercentageDistribution, ThresholdAnalysis } from "@/api/generated";
import { asRead, countOf, formatCount, formatPercent } from "@/lib/text/format";
import { EXAMPLE_RANGES } from "@/question/figures/example-ranges";
import {
  DASH,
  decimalsOf,
  formatAverage,
  formatLimits,
  formatSpan,
  formatValue,
  readInterval,
  withUnit,
} from "@/question/figures/format";
import { type EdgeMark, shareColumns } from "../figures/columns";
import type { DisplayContext, Section, Sections, TableRow } from "./section";

export function ranges(
  { summary, stats, ...data }: PercentageDistribution,
  { feature, n }: DisplayContext,
): Sections {
  const shares = Object.entries(data.distribution);
  if (shares.length === 0) return [];
  const { unit } = feature.metadata;
  const span = (ends: readonly number[] | null) => formatSpan(ends?.[0], ends?.[1], null, decimalsOf(unit));
  const said = shares.map(([label, [, pct]]) => `${asRead(label)} ${formatPercent(pct)}`);
  const middle = {
    median: formatValue(summary.median, unit),
    IQR: span(summary.iqr_range),
    "full range": span(summary.full_range),
  };
  const moments = {
    mean: formatAverage(stats.mean),
    "standard deviation": formatAverage(stats.std),
    skewness: asRead(stats.skewness?.toFixed(2) ?? DASH),
  };
  return [
    {
      drawing: rangeColumns(data),
      label: `Share of days by range: ${said.join(", ")}`,
      marks: edgeMarks(Object.keys(data.distribution)),
      caption: `of ${countOf(n, "day")}`,
    },
    { figures: middle },
    { more: "the ranges", sections: [{ figures: moments }] },
  ];
}

/** An answer of another version may come without ranges and edges. */
export function thresholds(
  { ranges = [], reached = [], ...data }: ThresholdAnalysis,
  { feature, n, filtered }: DisplayContext,
): Sections {
  const { unit } = feature.metadata;
  const hasOthers = filtered && reached.some((edge) => typeof edge.others_percentage === "number");
  const range = formatSpan(data.full_range?.[0], data.full_range?.[1], unit);
  const rates = reached.map((edge) => ({
    place: `reached ${edge.threshold}`,
    label: asRead(withUnit(`${edge.direction === "at_or_above" ? "≥" : "≤"} ${edge.threshold}`, unit)),
    days: edge.count,
    percentage: edge.percentage,
    interval: readInterval(edge, edge.percentage),
    others: hasOthers ? (edge.others_percentage ?? null) : undefined,
  }));
  return [
    { text: asRead(data.analysis), as: "sentence" },
    {
      more: "the thresholds",
      sections: [
        rangeTable(ranges, hasOthers),
        ...(rates.length > 0
          ? [{ text: "Reached", as: "subheading" } as const, { rates, shape: "dot", n } as const]
          : []),
        { figures: { median: formatValue(data.median, unit), "full range": range } },
      ],
    },
  ];
}

function rangeTable(ranges: ThresholdAnalysis["ranges"], hasOthers: boolean): Section {
  const examples = EXAMPLE_RANGES.map((lead): TableRow => [{ lead }, { lead: DASH }, { lead: DASH }]);
  const rows = ranges.map((range): TableRow => {
    const label = asRead(range.label);
    const limits = formatLimits(readInterval(range, range.percentage));
    const others = hasOthers && `others ${formatPercent(range.others_percentage)}`;
    const days = `${formatCount(range.count)} of ${formatCount(range.days)}`;
    return [
      { lead: label },
      { lead: formatPercent(range.percentage), notes: [limits, others] },
      { lead: days, bar: { place: range.label, label, days: range.count } },
    ];
  });
  return {
    caption: "Days by range",
    hidesCaption: true,
    head: ["Range", "Share, 95%", "Days"],
    rows: rows.length > 0 ? rows : examples,
  };
}

/** Share of the days by range. */
export function rangeColumns({
  distribution,
  others,
}: Pick<PercentageDistribution, "distribution" | "others">) {
  const shares = Object.entries(distribution).map(([place, [days, pct]]) => {
    const label = asRead(place);
    const elsewhere = others ? (others.distribution[place]?.[1] ?? null) : undefined;
    return { name: label, days: days ?? 0, pct, elsewhere, place, label };
  });
  return shareColumns(shares, "others");
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
