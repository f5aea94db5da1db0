import type { Reached, ThresholdAnalysis, ThresholdRange } from "@/api/generated";
import { asRead, countOf, formatCount, formatPercent } from "@/lib/text/format";
import { DaysOf } from "../elements/days-of";
import { Caption, Empty, Figure, Figures, More } from "../elements/parts";
import { type RateRow, Rates } from "../elements/rates";
import tables from "../elements/table.module.css";
import { formatLimits, formatSpan, formatValue, readInterval, withUnit } from "../figures/format";
import styles from "../probability.module.css";
import { type DisplayProps, othersOf } from "./display";

export function ThresholdDisplay({ feature, data, n, filtered }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("ranges" in data)) return <Empty>Distribution data not available</Empty>;
  if (n === 0) return <Empty>No distribution data available</Empty>;
  const { unit } = feature.metadata;
  const hasOthers = data.reached.some((edge) => othersOf(filtered, edge.others_percentage) !== null);
  return (
    <>
      <p className={styles.sentence}>{asRead(data.analysis)}</p>
      <More about="the thresholds">
        <RangeTable ranges={data.ranges} hasOthers={hasOthers} />
        <h5 className={styles.subheading}>Reached</h5>
        <Rates rows={data.reached.map((edge) => reachedRow(edge, unit, hasOthers))} shape="dot" n={n} />
        <Caption othersAs={hasOthers ? "tick" : null}>of {countOf(n, "day")}</Caption>
        <Summary data={data} unit={unit} />
      </More>
    </>
  );
}

function Summary({ data, unit }: { data: ThresholdAnalysis; unit: string | null }) {
  return (
    <Figures>
      <Figure name="median">{formatValue(data.median, unit)}</Figure>
      <Figure name="full range">{formatSpan(data.full_range?.[0], data.full_range?.[1], unit)}</Figure>
    </Figures>
  );
}

function RangeTable({ ranges, hasOthers }: { ranges: readonly ThresholdRange[]; hasOthers: boolean }) {
  return (
    <table className={tables.table}>
      <caption className="visually-hidden">Days by range</caption>
      <thead>
        <tr>
          <th scope="col">Range</th>
          <th scope="col">Share, 95%</th>
          <th scope="col">Days</th>
        </tr>
      </thead>
      <tbody>
        {ranges.map((range) => (
          <tr key={range.label}>
            <th scope="row">{asRead(range.label)}</th>
            <td>
              {formatPercent(range.percentage)}
              <small>{formatLimits(readInterval(range, range.percentage))}</small>
              {hasOthers && <small>others {formatPercent(range.others_percentage)}</small>}
            </td>
            <td>
              <DaysOf opens={{ place: range.label, label: asRead(range.label) }} days={range.count}>
                {formatCount(range.count)} of {formatCount(range.days)}
              </DaysOf>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function reachedRow(edge: Reached, unit: string | null, hasOthers: boolean): RateRow {
  const side = edge.direction === "at_or_above" ? "≥" : "≤";
  return {
    key: `${side} ${edge.threshold}`,
    place: `reached ${edge.threshold}`,
    label: asRead(withUnit(`${side} ${edge.threshold}`, unit)),
    days: edge.count,
    percentage: edge.percentage,
    interval: readInterval(edge, edge.percentage),
    others: hasOthers ? (edge.others_percentage ?? null) : undefined,
  };
}
