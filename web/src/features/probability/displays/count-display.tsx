import type { BinaryMultiOccurrence, DayShare } from "@/api/generated";
import { countOf, formatCount } from "@/lib/text/format";
import { Caption, Empty, Figure, Figures } from "../elements/parts";
import { type RateRow, Rates } from "../elements/rates";
import { DASH, formatAverage } from "../figures/format";
import { proportion } from "../figures/wilson";
import { type DisplayProps, othersOf } from "./display";

/** binary_multi_occurrence: never, once or more often in a session. */
export function CountDisplay({ data, n, filtered }: DisplayProps) {
  if (!data) return <Empty>No distribution data available</Empty>;
  if (!("days_none" in data)) return <Empty>Distribution data not available</Empty>;
  if (n === 0) return <Empty>No distribution data available</Empty>;
  const others = othersOf(filtered, data.others);
  return (
    <>
      <Rates rows={countRows(data, n, others)} shape="bar" n={n} />
      <Caption othersAs={others && "tick"}>of {countOf(n, "day")}</Caption>
      <Figures>
        <Figure name="average when active">{formatAverage(data.average_when_active)}</Figure>
        <Figure name="max">{data.max === null ? DASH : formatCount(data.max)}</Figure>
        {others && <Figure name="others' average">{formatAverage(others.average_when_active)}</Figure>}
      </Figures>
    </>
  );
}

function countRows(data: BinaryMultiOccurrence, n: number, others: BinaryMultiOccurrence | null): RateRow[] {
  return [
    countRow("None", data.days_none, n, others?.days_none),
    countRow("Once", data.days_once, n, others?.days_once),
    countRow("Multiple", data.days_multiple, n, others?.days_multiple),
  ];
}

function countRow(label: string, share: DayShare, n: number, others: DayShare | undefined): RateRow {
  return {
    key: label,
    place: label.toLowerCase(),
    label,
    days: share.days,
    percentage: share.percentage,
    interval: proportion(share.days, n)?.interval ?? null,
    others: others?.percentage,
  };
}
