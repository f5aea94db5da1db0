import type { PercentageDistribution } from "@/api/generated";
import { asRead, countOf, formatPercent } from "@/lib/text/format";
import { Drawing } from "../elements/drawing";
import { Caption, Empty, Figure, Figures, More } from "../elements/parts";
import { edgeMarks, rangeColumns } from "../figures/columns";
import { DASH, decimalsOf, formatAverage, formatSpan, formatValue } from "../figures/format";
import { type DisplayProps, othersOf } from "./display";

export function PercentageDisplay({ feature, data, n, filtered }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("summary" in data) || !data.distribution) return <Empty>Distribution data not available</Empty>;
  if (n === 0 || Object.keys(data.distribution).length === 0)
    return <Empty>No distribution data available</Empty>;
  const others = othersOf(filtered, data.others);
  return <Ranges data={{ ...data, others }} n={n} unit={feature.metadata.unit} />;
}

interface Props {
  data: PercentageDistribution;
  n: number;
  unit: string | null;
}

function Ranges({ data, n, unit }: Props) {
  const model = rangeColumns(data);
  const shares = Object.entries(data.distribution).map(
    ([label, [, pct]]) => `${asRead(label)} ${formatPercent(pct)}`,
  );
  const { full_range, median, iqr_range } = data.summary;
  const decimals = decimalsOf(unit);
  return (
    <>
      <Drawing
        model={model}
        label={`Share of days by range: ${shares.join(", ")}`}
        height={48}
        marks={edgeMarks(Object.keys(data.distribution))}
      />
      <Caption othersAs={model.others && "line"}>of {countOf(n, "day")}</Caption>
      <Figures>
        <Figure name="median">{formatValue(median, unit)}</Figure>
        <Figure name="IQR">{formatSpan(iqr_range?.[0], iqr_range?.[1], null, decimals)}</Figure>
        <Figure name="full range">{formatSpan(full_range?.[0], full_range?.[1], null, decimals)}</Figure>
      </Figures>
      <More about="the ranges">
        <Figures>
          <Figure name="mean">{formatAverage(data.stats.mean)}</Figure>
          <Figure name="standard deviation">{formatAverage(data.stats.std)}</Figure>
          <Figure name="skewness">{asRead(data.stats.skewness?.toFixed(2) ?? DASH)}</Figure>
        </Figures>
      </More>
    </>
  );
}
