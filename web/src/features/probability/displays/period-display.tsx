import type { Period, PeriodProbability } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { Caption, Empty, Figure, Figures } from "../elements/parts";
import { type RateRow, Rates } from "../elements/rates";
import { readInterval, toPercent } from "../figures/format";
import { type DisplayProps, othersOf } from "./display";

export function PeriodDisplay({ data, n, filtered }: DisplayProps) {
  if (!data) return <Empty>No period analysis data available</Empty>;
  if (!isPeriods(data)) return <Empty>Invalid period data structure</Empty>;
  if (n === 0) return <Empty>No period analysis data available</Empty>;
  const others = othersOf(filtered, data.others);
  return (
    <>
      <Rates rows={periodRows(data, others)} shape="dot" n={n} />
      <Caption othersAs={others && "tick"}>of {countOf(n, "day")}</Caption>
      <Figures>
        <Figure name="most likely">{data.most_likely_period ?? "none: no event"}</Figure>
      </Figures>
    </>
  );
}

function isPeriods(data: object): data is PeriodProbability {
  return "periods" in data && typeof data.periods === "object" && data.periods !== null;
}

function periodRows(data: PeriodProbability, others: PeriodProbability | null): RateRow[] {
  return Object.entries(data.periods).map(([name, period]) => ({
    key: name,
    place: name,
    label: name,
    days: period.days,
    percentage: toPercent(period.probability),
    interval: readInterval(period, toPercent(period.probability)),
    others: others === null ? undefined : othersProbability(others.periods[name]),
    isMarked: name === data.most_likely_period,
  }));
}

function othersProbability(period: Period | undefined): number | null {
  return toPercent(period?.probability);
}
